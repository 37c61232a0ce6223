/** The part of a mail's card on the sandbox's page that offers what is attached to it. */
export const attachmentLinks = {
  script: `
  function attachmentLinks({ attachments }) {
    const line = element('p', 'Attached:', { className: 'muted' });
    for (const { name, type, content } of attachments) {
      const href = 'data:' + type.replaceAll(' ', '') + ';charset=utf-8,' + encodeURIComponent(content);
      line.append(' ', element('a', name, { href, download: name }));
    }
    return attachments.length > 0 ? [line] : [];
  }`,
};
