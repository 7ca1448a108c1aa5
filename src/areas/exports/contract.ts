import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { beginDeskExport, beginExport, personalExport, shownExport, shownFile } from '../../protocol/exports.ts';
import { preparedReports, prepareReport, reportFile } from '../../protocol/tradeReports.ts';

export type { ShownExport } from '../../protocol/exports.ts';

const shownDeskExport = shownFile.extend({
  /** Which list: `treasury.trial`; and what the desk calls it. */
  table: z.string(),
  title: z.string(),
  /** Its filters. */
  asked: z.record(z.string(), z.string()),
  /** Why it was taken along. */
  reason: z.string(),
});
export type ShownDeskExport = z.infer<typeof shownDeskExport>;

export const exportsContract = contract({
  area: 'exports',
  calls: {
    begin: beginExport,
    list: {
      method: 'GET',
      path: 'api/exports',
      summary: 'The files that the client has asked for, the latest first, each with how much of it is written.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({ exports: z.array(shownExport) }),
      errors: {},
      reads: ['exports'],
    },
    file: {
      method: 'GET',
      path: 'api/exports/{id}/file',
      summary: 'A file of the client’s own, until it expires.',
      who: 'client',
      gate: 'export_transfers',
      runs: 'read',
      traces: 'export',
      input: z.object({ id: z.guid() }),
      output: z.object({}),
      errors: { unknown_export: 404 },
      answersFile: 'application/octet-stream',
    },
    personal: personalExport.begin,
    personalFiles: personalExport.list,
    personalFile: personalExport.file,
    personalFor: personalExport.forClient,
    reports: preparedReports,
    prepareReport,
    reportFile,
    beginAtDesk: beginDeskExport,
    listAtDesk: {
      method: 'GET',
      path: '/api/desk/exports',
      summary:
        'The files that the member of staff has asked for and may still have, the latest first, each with how much of it is written.',
      who: 'staff',
      right: 'own_session',
      runs: 'read',
      input: z.object({}),
      output: z.object({ exports: z.array(shownDeskExport) }),
      errors: {},
      reads: ['desk_exports'],
    },
    fileAtDesk: {
      method: 'GET',
      path: '/api/desk/exports/{id}/file',
      summary: 'A file of one’s own, until it expires, and as long as one’s role may have the list.',
      who: 'staff',
      right: 'own_session',
      audits: 'desk_export.fetch',
      runs: 'read',
      input: z.object({ id: z.guid() }),
      output: z.object({}),
      errors: { unknown_export: 404, not_your_right: 403 },
      answersFile: 'application/octet-stream',
    },
  },
  deskPages: {
    exports: { path: 'exports', title: 'desk.nav.exports', right: 'own_session' },
  },
  pages: {
    // Our own address: the documents ask for exports and name none.
    exports: { path: 'exports', title: 'page.exports', gate: 'view', group: 'money' },
  },
});
