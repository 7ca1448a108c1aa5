import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { beginExport, personalExport, shownExport } from '../../protocol/exports.ts';
import { preparedReports, prepareReport, reportFile } from '../../protocol/tradeReports.ts';

export type { ShownExport } from '../../protocol/exports.ts';

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
  },
  pages: {
    // Our own address: the documents ask for exports and name none.
    exports: { path: 'exports', title: 'page.exports', gate: 'view', group: 'money' },
  },
});
