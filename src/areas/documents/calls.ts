import type { Say } from '../../base/wording.ts';
import { paymentTypes, type ApprovedFact } from '../../law/documents.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import type { documentsContract } from './contract.ts';
import { deskCalls } from './deskCalls.ts';
import { speaking } from './deciding.ts';
import { afterApproval, isOffered, papersWord, paymentWord, spokesman } from './rules.ts';
import { samplesOf } from './samples.ts';
import { mayUpload, takeDocument } from './sending.ts';
import { shownDocument } from './shown.ts';
import { documentById, documentsOf, type DocumentRow } from './store.ts';

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
}

type Calls = Handlers<typeof documentsContract>;
type ListContext = ContextOf<(typeof documentsContract)['calls']['list']>;

export const calls = (app: Needs) => {
  const list: Calls['list'] = async (input, ctx) => {
    const say = app.words.in(ctx.language);
    const rows = await documentsOf(ctx.sql, ctx.client.id);
    const shown = await Promise.all(rows.map((row) => shownDocument(ctx.sql, row, say)));
    const shownOf = (row: DocumentRow | undefined) => shown.find(({ id }) => id === row?.id) ?? null;
    const facts = factsOf(rows, ctx, input.by_card === true);
    return {
      ...facts.told,
      documents: shown.filter(({ form_name: form }) => input.form_name === undefined || form === input.form_name),
      papers: { identity: shownOf(facts.identity), residence: shownOf(facts.residence) },
    };
  };
  return {
    list,
    listBeside: list,
    ...deskCalls(),

    async upload(input, ctx) {
      const id = await takeDocument(input, ctx);
      const row = await documentById(ctx.sql, id);
      if (!row) throw new Error(`the document ${id} is not there`);
      return { document: await shownDocument(ctx.sql, row, app.words.in(ctx.language)) };
    },

    async samples({ file }, ctx) {
      const found = samplesOf(file, app.words.in(ctx.language));
      return found ? { samples: found } : ctx.refuse('unknown_file', { field: 'file' });
    },
  } satisfies Calls;
};

function factsOf(rows: readonly DocumentRow[], { client, now }: ListContext, isByCard: boolean) {
  const identity = spokesman(rows.filter(({ kind }) => kind === 'identity'));
  const residence = spokesman(rows.filter(({ kind, isResidenceToo }) => kind === 'residence' || isResidenceToo));
  const { profile } = client;
  const statuses = speaking(rows);
  // Who was approved before papers were kept here has none to show.
  const known = {
    identity: statuses.identity ?? (profile.hasApprovedId ? (2 as const) : undefined),
    residence: statuses.residence ?? (profile.hasApprovedResidence ? (2 as const) : undefined),
  };
  const word = papersWord(known);
  const approved = new Set<ApprovedFact>((['identity', 'residence'] as const).filter((fact) => known[fact] === 2));
  const { asksWhose, mostMonths } = regionProfileOf(profile).residenceProof;
  const ofKind = (kind: DocumentRow['kind']) => rows.filter((row) => row.kind === kind);
  // The identity card that is under way may prove the residence too.
  const isByIdentity = residence?.kind === 'identity' && !isOffered(residence);
  return {
    identity,
    residence,
    told: {
      timestamp: now.toISOString(),
      status: word,
      upload_disabled: {
        id: !mayUpload({ client }, 'identity', ofKind('identity')),
        poc: isByIdentity || !mayUpload({ client }, 'residence', ofKind('residence')),
      },
      payment_methods: paymentTypes.map((type) => ({
        doc_id: type,
        status: paymentWord(rows.filter(({ typeId }) => typeId === type)),
      })),
      residence_proof: { asks_whose: asksWhose, most_months: mostMonths },
      next: afterApproval({ country: profile.country, approved, isByCard, word }),
    },
  };
}
