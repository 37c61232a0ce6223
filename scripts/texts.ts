import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';

export interface Text {
  file: string;
  line: number;
  text: string;
}

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

/** People read the strings in these folders: students, staff, operators, and visitors to the demo. */
const sources = 'src/{course,contract,server,web,sandbox,demo}/**/*.{ts,tsx}';

// No one sees types, imports, SQL, or the values of these attributes and keys.
const skippedNodes = /^(TS\w*(Type|Annotation|Declaration)|ImportDeclaration|ImportExpression)$/;
const skippedNames =
  /^(class|className|id|type|href|to|rel|method|path|role|queue|action|d|sizes)$/;
const classNames = /^(?=.*[-:[])[a-z0-9\-:[\]/.&_()%#,*>!=']+( [a-z0-9\-:[\]/.&_()%#,*>!=']+)*$/;
const notWords =
  /^([\w-]+: [a-z -]+|(GET|POST|PUT|PATCH|DELETE)( .*)?|[A-Z0-9_]+|(no )?key update)$/;

/** Returns every string in the source that someone may read. `{…}` stands for a value. */
export function findTexts(file: string, source: string): Text[] {
  const texts: Text[] = [];
  const add = (node: Node, text: string) => {
    const shown = text.replace(/\s+/g, ' ').trim();
    const words = shown.replaceAll('{…}', '');
    if (!/\p{L}{2}/u.test(words) || classNames.test(shown) || notWords.test(shown)) return;
    texts.push({ file, line: source.slice(0, node.start).split('\n').length, text: shown });
  };

  const visit = (node: Node) => {
    if (skippedNodes.test(node.type) || node.type === 'TaggedTemplateExpression') return;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      if (hasOwnText(node)) add(node, flatten(node));
    } else if (node.type === 'Literal' && typeof node.value === 'string') {
      if (/^[A-Z]|\p{L}.* \p{L}/u.test(node.value)) add(node, node.value);
    } else if (node.type === 'TemplateLiteral') {
      const text = quasisOf(node).join('{…}');
      if (/\p{L}.* |[A-Z]/u.test(text)) add(node, text);
    }
    for (const child of childrenOf(node)) visit(child);
  };

  visit(parseSync(file, source).program as unknown as Node);
  return texts;
}

export function findComments(file: string, source: string): Text[] {
  return parseSync(file, source).comments.map(({ value, start }) => ({
    file,
    line: source.slice(0, start).split('\n').length,
    text: value
      .replace(/\n\s*\*/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^\*/, '')
      .trim(),
  }));
}

export function readAll(find: (file: string, source: string) => Text[]): Text[] {
  return globSync(sources, { exclude: ['**/*.test.*', '**/testing/**'] })
    .toSorted()
    .flatMap((file) => find(file, readFileSync(file, 'utf8')));
}

function childrenOf(node: Node): Node[] {
  if (node.type === 'Property') return skips(node.key) ? [] : [node.value as Node];
  if (node.type === 'JSXAttribute')
    return skips(node.name) || !node.value ? [] : [node.value as Node];
  return Object.values(node).flat().filter(isNode);
}

function skips(name: unknown): boolean {
  const { name: identifier, value } = name as { name?: string; value?: string };
  return skippedNames.test(identifier ?? value ?? '');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

const quasisOf = (node: Node) =>
  (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);

const jsxChildren = (node: Node) => node.children as Node[];

const hasOwnText = (node: Node) =>
  jsxChildren(node).some((child) => child.type === 'JSXText' && /\p{L}/u.test(String(child.value)));

function flatten(node: Node): string {
  if (node.type === 'JSXText') return String(node.value);
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    return jsxChildren(node).map(flatten).join('');
  }
  const { expression } = node as unknown as { expression: Node };
  return expression.type === 'Literal' ? String(expression.value) : '{…}';
}
