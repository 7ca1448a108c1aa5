/** What a recipe of CONTRIBUTING.md lets one touch. */
export interface Plan {
  /** Paths from the root, each as a pattern: `src/law/regions/<name>.ts`, `locales/<lang>/money.po`. */
  readonly files: readonly string[];
  /** The same, of files that only some need: what stands in brackets behind a plus. */
  readonly perhaps: readonly string[];
  /** Scripts of package.json that it has one run. */
  readonly scripts: readonly string[];
}

/** The recipes of CONTRIBUTING.md by what they add: lines such as "- **a region** (…): `law/regions/<name>.ts`, …". */
export function plansIn(text: string): ReadonlyMap<string, Plan> {
  const [, section = ''] = text.split(/^## Recipes$/m);
  const items = section.split(/^- (?=\*\*)/m).slice(1);
  return new Map(
    items.map((item) => {
      const [, name = '', recipe = ''] = /^\*\*([^*]+)\*\*[^:]*:(.*?)(?:\n\n|$)/s.exec(item) ?? [];
      return [name, planOf(recipe)] as const;
    }),
  );
}

function planOf(recipe: string): Plan {
  const optional = /\(\+[^)]*\)/g;
  return {
    files: pathsIn(recipe.replaceAll(optional, '')),
    perhaps: [...recipe.matchAll(optional)].flatMap(([part]) => pathsIn(part)),
    scripts: [...recipe.matchAll(/`npm run (\w+)`/g)].map(([, script = '']) => script),
  };
}

/** What is quoted and looks like a path of a file. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]*\/[^`\s]*\.[\w.]+)`/g)].flatMap(([, path = '']) => expanded(path));
  return [...new Set(quoted.map((path) => (/^(bin|bench|docs|locales|seed|test)\//.test(path) ? path : `src/${path}`)))];
}

/** `ports/<port>/{port,index}.ts` is two. */
function expanded(path: string): string[] {
  const [, head, choices, tail] = /^(.*?)\{([^}]+)\}(.*)$/.exec(path) ?? [];
  if (head === undefined || choices === undefined || tail === undefined) return [path];
  return choices.split(',').flatMap((choice) => expanded(head + choice + tail));
}

function isMeant(pattern: string, file: string): boolean {
  const parts = pattern.split(/(<[^>]+>)/).map((part) => {
    if (part.startsWith('<')) return '[^/]+';
    return part.replaceAll(/[.*+?^$()[\]|\\{}]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`).test(file);
}

/** What was touched besides the plan, and what the plan asks for that was not needed; a sentence each. */
export function strayedFrom({ files, perhaps }: Plan, touched: readonly string[]): string[] {
  // A file that is named as it stands is not what another line means by `<name>`.
  const meantBy = (file: string): readonly string[] => {
    const all = [...files, ...perhaps].filter((pattern) => isMeant(pattern, file));
    return all.includes(file) ? [file] : all;
  };
  const used = new Set(touched.flatMap(meantBy));
  return [
    ...touched
      .filter((file) => meantBy(file).length === 0)
      .map((file) => `${file} had to be touched, and the recipe does not name it`),
    ...files.filter((pattern) => !used.has(pattern)).map((pattern) => `the recipe names ${pattern}, which was not needed`),
  ];
}
