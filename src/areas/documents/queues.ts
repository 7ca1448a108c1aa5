import type { Settings } from '../../settings/index.ts';
import { documentKinds, kindFacts, type DocumentKind } from '../../law/documents.ts';
import type { Queue } from '../cases/face.ts';

/** Where the desk looks at a document of that kind. */
export function queueOf(kind: DocumentKind, settings?: Pick<Settings, 'documents'>): Queue {
  const queue: Queue = { name: kindFacts[kind].queue, right: 'papers' };
  return settings === undefined ? queue : { ...queue, promisedHours: settings.documents.promisedHours };
}

export const queues = (): readonly Queue[] =>
  documentKinds.filter((kind) => kind !== 'other' && kind !== 'screening').map((kind) => queueOf(kind));
