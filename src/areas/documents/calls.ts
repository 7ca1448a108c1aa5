import type { Say } from '../../base/wording.ts';
import {
  documentKinds,
  documentStatuses,
  identityCheckNames,
  identityChecks,
  kindFacts,
  paymentProofs,
  type DocumentForm,
} from '../../law/documents.ts';
import { hasToEnrol } from '../../law/enrolment.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { papersAsked } from '../risk/face.ts';
import type { documentsContract } from './contract.ts';
import { deskCalls } from './deskCalls.ts';
import { papersState, speaking } from './deciding.ts';
import { checksOf, isOffered, paymentWord, spokesman, waitsForReverse } from './rules.ts';
import type { Verification } from '../../ports/verification/port.ts';
import { samplesOf } from './samples.ts';
import { mayUpload, takeDocument } from './sending.ts';
import { mayVerifyOnline } from './vendor.ts';
import { shownDocument } from './shown.ts';
import { documentById, documentPage, documentsOf, type DocumentRow } from './store.ts';

/** How many papers a page holds. */
const pageSize = 30;

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
  /** Left out where no vendor looks at papers. */
  readonly verification?: Verification | undefined;
}

type Calls = Handlers<typeof documentsContract>;
type ListContext = ContextOf<(typeof documentsContract)['calls']['list']>;

export const calls = (app: Needs) => {
  const list: Calls['list'] = async (input, ctx) => {
    const say = app.words.in(ctx.language);
    const rows = await documentsOf(ctx.sql, ctx.client.id);
    const page = await documentPage(ctx.sql, {
      client: ctx.client.id,
      kinds: kindsOf(input.form_name),
      after: input.after,
      limit: pageSize + 1,
    });
    const shown = await Promise.all(page.slice(0, pageSize).map((row) => shownDocument(ctx.sql, row, say)));
    const shownOf = async (row: DocumentRow | undefined) => (row ? shownDocument(ctx.sql, row, say) : null);
    const facts = factsOf(rows, ctx, { isByCard: input.by_card === true, asked: await papersAsked(ctx.sql, ctx.client.id) });
    const checks = identityCheckNames.map((check) => ({
      check,
      documentType: identityChecks[check],
      documentTypeName: say(`documents.type.${identityChecks[check]}`),
      status_name: documentStatuses[facts.checks[check]],
    }));
    return {
      ...facts.told,
      checks,
      vendor_flow: app.verification !== undefined && mayVerifyOnline(ctx.client.profile, facts.told.status),
      documents: shown,
      older: page.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
      papers: { identity: await shownOf(facts.identity), residence: await shownOf(facts.residence) },
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

    async samples({ file, country = '' }, ctx) {
      const found = samplesOf(file, country, app.words.in(ctx.language));
      return found ? { samples: found } : ctx.refuse('unknown_file', { field: 'file' });
    },
  } satisfies Calls;
};

/** Of one form, or of all of them: what a list of sanctions says has none, and is nobody's to read here (readings, 29). */
function kindsOf(asked: DocumentForm | undefined): readonly DocumentRow['kind'][] {
  return documentKinds.filter((kind) => {
    const { form } = kindFacts[kind];
    return form !== null && (asked === undefined || form === asked);
  });
}

interface Asking {
  readonly isByCard: boolean;
  /** What a review asks for. */
  readonly asked: readonly DocumentRow['kind'][];
}

function factsOf(rows: readonly DocumentRow[], ctx: ListContext, { isByCard, asked }: Asking) {
  const { profile } = ctx.client;
  const identities = rows.filter(({ kind }) => kind === 'identity');
  // One that lacks its reverse is gone on with, whatever was approved before.
  const identity = identities.find((row) => row.status === 1 && waitsForReverse(row)) ?? spokesman(identities);
  const residence = spokesman(rows.filter(({ kind, isResidenceToo }) => kind === 'residence' || isResidenceToo));
  const { word, next } = papersState(rows, { profile, isByCard });
  const { residenceProof, paymentProofs: proofs } = regionProfileOf(profile);
  const { asksWhose, mostMonths } = residenceProof;
  const isShut = (kind: DocumentRow['kind']): boolean =>
    !mayUpload(ctx, kind, { documents: rows.filter((row) => row.kind === kind), asked });
  // The identity card that is under way may prove the residence too.
  const isByIdentity = residence?.kind === 'identity' && !isOffered(residence) && !asked.includes('residence');
  const checks = checksOf({
    ...speaking(rows),
    isRegistered: !hasToEnrol(profile.status),
    isNameOther: identity?.reasons.includes('name_differs') ?? false,
  });
  return {
    identity,
    residence,
    checks,
    told: {
      timestamp: ctx.now.toISOString(),
      status: word,
      upload_disabled: {
        id: isShut('identity'),
        poc: isByIdentity || isShut('residence'),
      },
      payment_methods: proofs.map((proof) => ({
        doc_id: paymentProofs[proof],
        proof,
        status: paymentWord(rows.filter(({ typeId }) => typeId === paymentProofs[proof])),
      })),
      residence_proof: { asks_whose: asksWhose, most_months: mostMonths },
      next,
    },
  };
}
