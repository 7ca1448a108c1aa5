import { countryOf } from '../../../law/countries.ts';
import { useClient } from '../../../ui/api/context.tsx';
import { useSendFile } from '../../../ui/api/sendFile.ts';
import { showToast } from '../../../ui/components/toast.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract } from '../contract.ts';
import { faultsIn, isFollowedUp, typedSentences, type Typed } from '../rules.ts';
import type { Papers } from './papers.ts';

const { calls, pages } = documentsContract;

/** Sends a paper with its progress. */
export function useSending() {
  return useSendFile(calls.upload);
}

/** What the browser can say itself of what was typed: the server says the same. */
export function useTypedFaults({ timestamp, residence_proof: proof }: Papers): (typed: Typed) => Record<string, string> {
  const { t } = useWords();
  return (typed) => {
    const rules = { asksWhose: proof.asks_whose, mostMonths: proof.most_months };
    const faults = Object.entries(faultsIn(typed, { now: new Date(timestamp), proof: rules }));
    return Object.fromEntries(faults.map(([field, rule]) => [field, t(typedSentences[rule])]));
  };
}

export interface FlowQuery {
  readonly flowCountry?: string;
  readonly needPorDocument?: string;
}

/** The country of the flow that led here, where there is such a one (document 3 §3). */
export function countryOfFlow({ flowCountry }: FlowQuery): string | undefined {
  return flowCountry === undefined ? undefined : countryOf(flowCountry)?.iso2;
}

/** Says that it is here, and goes where the next paper is sent from, or back to both. */
export function useGoOn(query: FlowQuery) {
  const { t } = useWords();
  const open = useOpen();
  const { status_id: status } = useClient();
  return ({ needsResidence }: { readonly needsResidence: boolean }): void => {
    showToast({ tone: 'gain', title: t('documents.sent'), text: t('documents.sent.text') });
    const passed = query.flowCountry === undefined ? {} : { flowCountry: query.flowCountry };
    // Whoever is fully or partly registered is offered what comes next (document 3 §4).
    const { needPorDocument } = query;
    const asked = { ...passed, ...(needPorDocument === undefined ? {} : { needPorDocument }), sent: '1' };
    if (isFollowedUp(status)) return open({ page: pages.verifyProfile, query: asked });
    open({ page: needsResidence ? pages.verifyResidence : pages.verifyProfile, query: passed });
  };
}
