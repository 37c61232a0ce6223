/** The part of a mail's card on the sandbox's page that offers what is attached to it. */
export const attachmentLinks = {
  script: `
  function attachmentLinks({ attachments }) {
    return attachments.map(({ name, type, content }) => {
      const href = 'data:' + type.replaceAll(' ', '') + ';charset=utf-8,' + encodeURIComponent(content);
      const line = element('p', '');
      line.append(element('a', name, { href, download: name }));
      return line;
    });
  }`,
};
