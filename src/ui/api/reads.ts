import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { CallSpec } from '../../protocol/call.ts';
import { staleOf, type Topic } from '../../protocol/topics.ts';
import { useConnection } from './context.tsx';
import { CallFailure, isOffline } from './failure.ts';
import type { AnswerOf, Api, InputOf, SendOptions } from './send.ts';
import type { UploadLine } from './uploadLine.ts';

type ReadSpec = Pick<CallSpec, 'method' | 'path' | 'query' | 'input' | 'output' | 'reads'>;
export type WriteSpec = Pick<CallSpec, 'method' | 'path' | 'query' | 'input' | 'output' | 'stale'>;

const retries = 2;
const freshMs = 30_000;

/**
 * One cache a page. Reads are tried again when no answer came or ours went wrong; a refusal is an answer. `readsOnFocus`:
 * whether what is shown is read again when somebody comes back to the window.
 */
export function openQueries({ readsOnFocus = true }: { readonly readsOnFocus?: boolean } = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        refetchOnWindowFocus: readsOnFocus,
        // Without a network a read fails and says so, and is asked for again when there is one.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count, error) => count < retries && mayBeTriedAgain(error),
        // A 404 or a bare 403 is the 404 page, wherever it comes from (document 1 §4).
        throwOnError: (error) => error instanceof CallFailure && error.kind === 'no-page',
      },
      // What is pressed without a network fails now: nothing is kept to be sent later, when nobody presses any more.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

function mayBeTriedAgain(error: Error): boolean {
  if (!(error instanceof CallFailure)) return true;
  return error.kind === 'fault' || (error.kind === 'offline' && !isOffline());
}

export interface ReadOptions {
  /** False while the question is not complete. */
  readonly enabled?: boolean;
  /** Asks again so often while the screen is seen, beside the live line. */
  readonly everyMs?: number;
  /** Asks again so often while it brings nothing: whoever does not answer now will. */
  readonly againMs?: number;
  /** Asks again when somebody comes back to the window, where the page as a whole does not. */
  readonly onFocus?: true;
  /** Another service may answer there (`SendOptions`). */
  readonly isElsewhere?: true;
  /** Keeps showing the last answer while another question's answer comes (paging, filters). */
  readonly keepsLast?: boolean;
}

/** The answer of a read, kept fresh: `const { data, error, isPending } = useRead(contract.calls.overview, {})`. */
export function useRead<Spec extends ReadSpec>(
  spec: Spec,
  input: InputOf<Spec>,
  options: ReadOptions = {},
): UseQueryResult<AnswerOf<Spec>, CallFailure> {
  const { api } = useConnection();
  return useQuery<unknown, CallFailure, AnswerOf<Spec>>({
    ...questionOf(api, { spec, input, ...(options.isElsewhere && { isElsewhere: true }) }),
    select: asAnswer,
    enabled: options.enabled ?? true,
    refetchInterval: ({ state }) => options.everyMs ?? (state.error !== null && (options.againMs ?? false)),
    ...(options.onFocus ? { refetchOnWindowFocus: true } : {}),
    ...(options.keepsLast ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Beyond this it is better to see the frame and where the answer will stand. */
const aheadMostMs = 600;

/**
 * Asks ahead what a screen begins with; what is known already, even if it is old, is enough to begin with. Never throws, and
 * never takes long: what did not come is waited for or asked for again by the screen itself, which tells the failure too.
 */
export async function readAhead<Spec extends ReadSpec>(queries: QueryClient, api: Api, spec: Spec): Promise<void> {
  const question = { ...questionOf(api, { spec, input: {} as InputOf<Spec> }), revalidateIfStale: true, retry: false };
  const asked = queries.ensureQueryData(question).catch(() => undefined);
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, aheadMostMs))]);
}

interface Question<Spec extends ReadSpec> extends Pick<SendOptions, 'isElsewhere'> {
  readonly spec: Spec;
  readonly input: InputOf<Spec>;
}

function questionOf<Spec extends ReadSpec>(api: Api, { spec, input, isElsewhere = false }: Question<Spec>) {
  return {
    queryKey: readKey(spec, input),
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<unknown> => api.send(spec, input, { signal, isElsewhere }),
    meta: { topics: spec.reads ?? [] },
  };
}

/** The cache forgets types; what stands under a call's key is that call's answer. */
function asAnswer<Answer>(cached: unknown): Answer {
  return cached as Answer;
}

/** Where an answer stands in the cache, for a screen that puts one there itself. */
export function readKey<Spec extends ReadSpec>(spec: Spec, input: InputOf<Spec>): readonly unknown[] {
  return [spec.method, spec.path, input];
}

/**
 * A write: `const save = useWrite(contract.calls.save); save.mutate(input)`. What the call declares stale is asked
 * for again. A try whose outcome is not known (no answer came, ours went wrong) keeps its Idempotency-Key, so that
 * pressing the button again with the same input cannot do it twice.
 */
export function useWrite<Spec extends WriteSpec>(
  spec: Spec,
  { onSent, line }: Pick<SendOptions, 'onSent'> & { readonly line?: () => UploadLine | undefined } = {},
): UseMutationResult<AnswerOf<Spec>, CallFailure, InputOf<Spec>> {
  const { api } = useConnection();
  const queries = useQueryClient();
  const open = useRef<{ readonly body: string; readonly key: string }>(undefined);
  return useMutation<AnswerOf<Spec>, CallFailure, InputOf<Spec>>({
    mutationFn: (input) => {
      const body = JSON.stringify(input, fileMark);
      if (open.current?.body !== body) open.current = { body, key: crypto.randomUUID() };
      const sendingBy = line?.();
      return api.send(spec, input, {
        key: open.current.key,
        ...(onSent ? { onSent } : {}),
        ...(sendingBy ? { line: sendingBy } : {}),
      });
    },
    onSuccess: (_answer, input) => {
      open.current = undefined;
      return makeStale(queries, staleOf(spec, input));
    },
    onError: (failure) => {
      if (failure.kind === 'refused' || failure.kind === 'no-page') open.current = undefined;
    },
  });
}

/** By what a file is told from another one. */
function fileMark(_name: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value;
}

/** Every answer that shows one of the topics is asked for again, those on the screen at once. */
export function makeStale(queries: QueryClient, topics: readonly Topic[] | 'all'): Promise<void> {
  if (topics === 'all') return queries.invalidateQueries();
  if (topics.length === 0) return Promise.resolve();
  return queries.invalidateQueries({ predicate: ({ meta }) => shows(meta?.['topics'], topics) });
}

function shows(shown: unknown, topics: readonly Topic[]): boolean {
  return Array.isArray(shown) && topics.some((topic) => shown.includes(topic));
}
