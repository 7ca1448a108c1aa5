import type { Jobs } from '../../protocol/call.ts';
import { importLists, type ImportNeeds } from './importing.ts';
import { screenDueClients, screenNewEntries } from './screening.ts';

export const jobs = (app: ImportNeeds): Jobs => ({
  every: [
    { name: 'screening.lists', seconds: 60, dueBy: 'application', run: (context) => importLists(app, context) },
    {
      name: 'screening.entries',
      seconds: 10,
      dueBy: 'application',
      run: (context) => screenNewEntries({ ...context, log: app.log }),
    },
    {
      name: 'screening.clients',
      seconds: 5,
      dueBy: 'application',
      run: (context) => screenDueClients({ ...context, log: app.log }),
    },
  ],
});
