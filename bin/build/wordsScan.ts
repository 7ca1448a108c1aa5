import path from 'node:path';
import * as is from 'typescript/unstable/ast/is';
import type { Expression, Node, TemplateExpression } from 'typescript/unstable/ast';
import { API, type Checker, type Type } from 'typescript/unstable/sync';

/** What the sources say, by the ids of its sentences. */
export interface WordsSaid {
  /** id → the files that say it. */
  readonly needed: ReadonlyMap<string, readonly string[]>;
  readonly faults: readonly string[];
}

export interface WordsScan {
  readonly root: string;
  /** TypeScript configurations below the root; each file counts once. */
  readonly projects: readonly string[];
  /**
   * The members of families whose key comes from outside of the sources, by their shape: `error.*` → every code. A shape
   * that stands here may be put together of any text; every other one only of what the compiler knows the members of.
   */
  readonly families: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads the sources with the compiler (TypeScript's own programming interface, which is still called unstable: its version
 * is pinned). The sentence of `t(…)` or `say(…)` may be an id, a choice between ids, or one put together
 * (`ui.transfer.${status}`), of which the type of each part lists the members. An id put together of any text is
 * a fault, as nobody could say which sentences it needs.
 */
export function scanWords({ root, projects, families }: WordsScan): WordsSaid {
  const needed = new Map<string, Set<string>>();
  const faults = new Set<string>();
  const seen = new Set<string>();
  const api = new API({ cwd: root });
  try {
    const configurations = projects.map((project) => path.join(root, project));
    const snapshot = api.updateSnapshot({ openProjects: configurations });
    for (const configuration of configurations) {
      const project = snapshot.getProject(configuration);
      if (!project) throw new Error(`${configuration} was not opened`);
      for (const file of project.program.getSourceFileNames()) {
        const name = path.relative(root, file);
        if (!name.startsWith('src/') || /\.(test\.tsx?|d\.ts)$/.test(name) || seen.has(name)) continue;
        seen.add(name);
        const source = project.program.getSourceFile(file);
        if (source && /['`]/.test(source.text)) visit(source, name, project.checker);
      }
    }
  } finally {
    api.close();
  }
  return { needed: new Map([...needed].map(([id, by]) => [id, [...by]])), faults: [...faults] };

  function visit(node: Node, file: string, checker: Checker): void {
    const said = sentenceAt(node);
    if (said) {
      for (const id of idsOf(said, checker, (shape) => membersOf(shape, file))) {
        if (idPattern.test(id)) need(id, file);
      }
    }
    const code = refusalAt(node);
    if (code !== undefined) need(`error.${code}`, file);
    node.forEachChild((child) => visit(child, file, checker));
  }

  function need(id: string, file: string): void {
    needed.set(id, (needed.get(id) ?? new Set()).add(file));
  }

  function membersOf(shape: string, file: string): readonly string[] {
    const members = families.get(shape);
    if (!members) faults.add(`${file} says ${shape} of any text: give the part a type that lists its members`);
    return members ?? [];
  }
}

const idPattern = /^[a-z][\w-]*(\.[\w-]+)+$/;
const composedPattern = /^[a-z][\w-]*\.[\w.-]*$/;

/** Properties that hold the id of a sentence, which somebody else says. */
const holders = new Set(['title', 'label', 'help', 'missing', 'wrong', 'incomplete', 'phrase']);
/** Properties that hold names with points which are no sentences: of acts in the audit, of drafts that forms keep. */
const others = new Set(['action', 'name']);

/** The expression of a sentence's id, where the node is one that says it. */
function sentenceAt(node: Node): Expression | undefined {
  if (is.isCallExpression(node)) {
    const called = is.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
    return is.isIdentifier(called) && (called.text === 't' || called.text === 'say') ? node.arguments[0] : undefined;
  }
  if (is.isPropertyAssignment(node) && is.isIdentifier(node.name))
    return holders.has(node.name.text) ? node.initializer : undefined;
  return is.isTemplateExpression(node) && composedPattern.test(node.head.text) && !isOther(node.parent) ? node : undefined;
}

/** The code of a refusal that is thrown beside any call's declaration. */
function refusalAt(node: Node): string | undefined {
  if (!is.isNewExpression(node) || !is.isIdentifier(node.expression) || node.expression.text !== 'Refusal') return undefined;
  const code = node.arguments?.[0];
  return code && is.isStringLiteral(code) ? code.text : undefined;
}

function isOther(parent: Node | undefined): boolean {
  return parent !== undefined && is.isPropertyAssignment(parent) && is.isIdentifier(parent.name) && others.has(parent.name.text);
}

/** Every id that an expression can be, as far as it is put together here; `membersOf` answers for parts of any text. */
function idsOf(expression: Expression, checker: Checker, membersOf: (shape: string) => readonly string[]): readonly string[] {
  if (is.isStringLiteral(expression) || is.isNoSubstitutionTemplateLiteral(expression)) return [expression.text];
  if (is.isParenthesizedExpression(expression)) return idsOf(expression.expression, checker, membersOf);
  if (is.isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].flatMap((branch) => idsOf(branch, checker, membersOf));
  if (is.isTemplateExpression(expression))
    return composedPattern.test(expression.head.text) ? composedIds(expression, checker, membersOf) : [];
  return literalsOf(checker.getTypeAtLocation(expression)) ?? [];
}

function composedIds(
  template: TemplateExpression,
  checker: Checker,
  membersOf: (shape: string) => readonly string[],
): readonly string[] {
  const parts = template.templateSpans.map(({ expression, literal }) => ({
    members: literalsOf(checker.getTypeAtLocation(expression)),
    rest: literal.text,
  }));
  if (parts.some(({ members }) => members === undefined)) {
    const shape = template.head.text + parts.map(({ rest }) => `*${rest}`).join('');
    return membersOf(shape).map((member) => shape.replace('*', member));
  }
  return parts.reduce<string[]>(
    (ids, { members, rest }) => ids.flatMap((id) => (members ?? []).map((member) => id + member + rest)),
    [template.head.text],
  );
}

/** The members of a type that is a choice between texts or numbers; undefined for any other type. */
function literalsOf(type: Type | undefined): string[] | undefined {
  if (!type) return undefined;
  if (type.isStringLiteralType() || type.isNumberLiteralType()) return [String(type.value)];
  if (!type.isUnionType()) return undefined;
  const members = type.getTypes().map(literalsOf);
  return members.every((member) => member !== undefined) ? members.flat() : undefined;
}
