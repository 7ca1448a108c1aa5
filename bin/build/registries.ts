import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The files that follow from the folders of the areas, by their path, before they are formatted. */
export function registries(root: string): Readonly<Record<string, string>> {
  const folder = path.join(root, 'src/areas');
  const areas = readdirSync(folder).toSorted();
  const having = (file: string): string[] => areas.filter((area) => existsSync(path.join(folder, area, file)));
  return {
    'src/desk/areas.ts': deskScreens(having('deskRoutes.ts')),
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
  const take = (names: readonly string[], what: string, file = what): string[] =>
    names.map((area) => `import { ${what} as ${area}${capital(what)} } from '../areas/${area}/${file}.ts';`);
  const [performers, queues, tables] = [having('perform.ts'), having('queues.ts'), having('deskTables.ts')];
  const hasCalls = new Set(calls);
  const rows = contracts.map((area) => `{ contract: ${area}Contract${hasCalls.has(area) ? `, calls: ${area}Calls` : ''} },`);
  return `${written}
${contracts.map((area) => `import { ${area}Contract } from '../areas/${area}/contract.ts';`).join('\n')}
${[...take(calls, 'calls'), ...take(jobs, 'jobs'), ...take(webhooks, 'webhooks')].join('\n')}
${[...take(performers, 'performer', 'perform'), ...take(queues, 'queues'), ...take(tables, 'deskTables')].join('\n')}
import type { Jobs } from '../protocol/call.ts';
import type { ServedArea } from './serve/parts.ts';
import type { AppContext } from './start/appContext.ts';
import type { Webhook } from '../protocol/webhook.ts';

/** What an area makes of the app context; many need only a part of it, or nothing. */
function hand<Context, Made>(app: Context, make: (app: Context) => Made): Made {
  return make(app);
}

/** The app context with what staff approve, what waits for them in queues, and the lists that they take along, told by their areas. */
export function withDesk(app: AppContext) {
  const performers = [${performers.map((area) => `hand(app, ${area}Performer)`).join(', ')}];
  const desk = { ...app, performers, queues: [${queues.map((area) => `...hand(app, ${area}Queues)`).join(', ')}] };
  return { ...desk, deskTables: [${tables.map((area) => `...hand(desk, ${area}DeskTables)`).join(', ')}] };
}

interface Area {
  readonly contract: ServedArea['contract'];
  readonly calls?: (app: ReturnType<typeof withDesk>) => ServedArea['handlers'];
}

const areas: readonly Area[] = [${rows.join('\n')}];

/** Every area's calls with what they answer, handed the app context. */
export const servedAreas = (app: AppContext): readonly ServedArea[] => {
  const desk = withDesk(app);
  return areas.map(({ contract, calls }) => ({ contract, handlers: calls ? calls(desk) : {} }));
};

/** Every contract, as the compiler knows it. */
export type AreaContract =
${contracts.map((area) => `  | typeof ${area}Contract`).join('\n')};

/** Every area's work without a caller. */
export const areaJobs = (app: AppContext): readonly Jobs[] => {
  const desk = withDesk(app);
  return [${jobs.map((area) => `hand(desk, ${area}Jobs)`).join(', ')}];
};

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

function deskScreens(areas: readonly string[]): string {
  return `${written}
${areas.map((area) => `import { ${area}Desk } from '../areas/${area}/deskRoutes.ts';`).join('\n')}
import type { DeskArea } from '../ui/desk/area.ts';

/** Every area with pages at the desk. */
export const areas: readonly DeskArea[] = [${areas.map((area) => `${area}Desk`).join(', ')}];
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
