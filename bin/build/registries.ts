import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The files that follow from the folders of the areas, by their path, before they are formatted. */
export function registries(root: string): Readonly<Record<string, string>> {
  const folder = path.join(root, 'src/areas');
  const areas = readdirSync(folder).toSorted();
  const having = (file: string): string[] => areas.filter((area) => existsSync(path.join(folder, area, file)));
  return {
    'src/server/noticeTypes.ts': notices(having('notices.ts')),
    'src/server/served.ts': served(having),
    'src/settings/joined.ts': settings(having('settings.ts')),
    'src/web/areas.ts': screens(having('routes.ts')),
  };
}

type Having = (file: string) => readonly string[];

const written = '// Written by `npm run registries` from the folders of src/areas.';

function served(having: Having): string {
  const [contracts, calls] = [having('contract.ts'), having('calls.ts')];
  const [jobs, webhooks] = [having('jobs.ts'), having('webhooks.ts')];
  const take = (names: readonly string[], file: string): string[] =>
    names.map((area) => `import { ${file} as ${area}${capital(file)} } from '../areas/${area}/${file}.ts';`);
  const hasCalls = new Set(calls);
  const rows = contracts.map(
    (area) => `{ contract: ${area}Contract, handlers: ${hasCalls.has(area) ? `hand(app, ${area}Calls)` : '{}'} },`,
  );
  return `${written}
${contracts.map((area) => `import { ${area}Contract } from '../areas/${area}/contract.ts';`).join('\n')}
${[...take(calls, 'calls'), ...take(jobs, 'jobs'), ...take(webhooks, 'webhooks')].join('\n')}
import type { Jobs } from '../protocol/call.ts';
import type { ServedArea } from './serve/parts.ts';
import type { AppContext } from './start/appContext.ts';
import type { Webhook } from '../protocol/webhook.ts';

/** What an area makes of the app context; many need only a part of it, or nothing. */
function hand<Made>(app: AppContext, make: (app: AppContext) => Made): Made {
  return make(app);
}

/** Every area's calls with what they answer, handed the app context. */
export const servedAreas = (app: AppContext): readonly ServedArea[] => [${rows.join('\n')}];

/** Every area's work without a caller. */
export const areaJobs = (app: AppContext): readonly Jobs[] => [${jobs.map((area) => `hand(app, ${area}Jobs)`).join(', ')}];

/** Where outside parties send their messages. */
export const areaWebhooks = (app: AppContext): readonly Webhook[] => [${webhooks.map((area) => `...hand(app, ${area}Webhooks)`).join(', ')}];
`;
}

function notices(areas: readonly string[]): string {
  return `${written}
${areas.map((area) => `import { ${area}Notices } from '../areas/${area}/notices.ts';`).join('\n')}

/** Everything that a client is told of, by the name of its type. */
export const noticeTypes = { ${areas.map((area) => `...${area}Notices`).join(', ')} };

declare module '../protocol/notice.ts' {
  interface NoticeRegister {
    readonly types: typeof noticeTypes;
  }
}
`;
}

function settings(areas: readonly string[]): string {
  return `${written}
${areas.map((area) => `import { ${area}Settings } from '../areas/${area}/settings.ts';`).join('\n')}

/** What every area lets a broker change, by name. */
export const areaShapes = { ${areas.map((area) => `...${area}Settings.shape`).join(', ')} };

/** What ships of it. */
export const areaShipped = { ${areas.map((area) => `...${area}Settings.shipped`).join(', ')} };
`;
}

function screens(areas: readonly string[]): string {
  return `${written}
${areas.map((area) => `import { ${area}Screens } from '../areas/${area}/routes.ts';`).join('\n')}
import type { AreaScreens } from '../ui/page/screen.ts';

/** Every area with screens. */
export const areas: readonly AreaScreens[] = [${areas.map((area) => `${area}Screens`).join(', ')}];
`;
}

const capital = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
