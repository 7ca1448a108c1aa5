import { createContext, lazy, Suspense, use, useMemo, type ComponentType } from 'react';
import { SkeletonCard } from '../components/Skeleton.tsx';
import type { Words } from '../words/words.ts';
import type { CasePartProps, ClientPart, ClientPartProps, DeskArea, DeskPart } from './area.ts';
import { useStaff } from './staff.tsx';

/** A part that may be drawn, for whoever is signed in. */
export interface ShownPart<Props> {
  readonly key: string;
  readonly Part: ComponentType<Props>;
}

interface Parts {
  readonly onStart: readonly (DeskPart<object> & ShownPart<object>)[];
  readonly onClient: readonly (ClientPart & ShownPart<ClientPartProps>)[];
  readonly onCase: readonly (DeskPart<CasePartProps> &
    ShownPart<CasePartProps> & { readonly queues: readonly string[] | 'all' })[];
}

export const PartsContext = createContext<Parts>({ onStart: [], onClient: [], onCase: [] });

/** Made once, so that a part keeps what it shows when the page around it is drawn again; each comes with its area's words. */
export function partsOf(areas: readonly DeskArea[], words: Words): Parts {
  const partIn =
    (area: DeskArea) =>
    <Props extends object>(part: DeskPart<Props>) =>
      withPart(part, () => words.load(area.words));
  const parts = areas.map((area) => ({ ...area, drawn: partIn(area) }));
  return {
    onStart: parts.flatMap(({ onStart, drawn }) => (onStart ? [drawn(onStart)] : [])).toSorted(byOrder),
    onClient: parts
      .flatMap(({ onClient, drawn }) => (onClient ? [{ ...drawn(onClient), title: onClient.title }] : []))
      .toSorted(byOrder),
    onCase: parts.flatMap(({ onCase, drawn }) => (onCase ? [{ ...drawn(onCase), queues: onCase.queues }] : [])).toSorted(byOrder),
  };
}

function byOrder(first: { readonly order: number }, second: { readonly order: number }): number {
  return first.order - second.order;
}

function withPart<Props extends object>(
  part: DeskPart<Props>,
  loadWords: () => Promise<void>,
): DeskPart<Props> & ShownPart<Props> {
  const Loaded = lazy(async () => (await Promise.all([part.load(), loadWords()]))[0]) as ComponentType<Props>;
  const Part = (props: Props) => (
    <Suspense fallback={<SkeletonCard />}>
      <Loaded {...props} />
    </Suspense>
  );
  return { ...part, Part };
}

/** What the areas show on the first page. */
export function useStartParts(): readonly ShownPart<object>[] {
  const { onStart } = use(PartsContext);
  const { rights } = useStaff();
  return useMemo(() => onStart.filter(({ right }) => rights.includes(right)), [onStart, rights]);
}

/** What the areas tell of a client. */
export function useClientParts(): readonly (Pick<ClientPart, 'title'> & ShownPart<ClientPartProps>)[] {
  const { onClient } = use(PartsContext);
  const { rights } = useStaff();
  return useMemo(() => onClient.filter(({ right }) => rights.includes(right)), [onClient, rights]);
}

/** What can be decided of a case of that queue. */
export function useCaseParts(queue: string): readonly ShownPart<CasePartProps>[] {
  const { onCase } = use(PartsContext);
  const { rights } = useStaff();
  return useMemo(
    () => onCase.filter(({ right, queues }) => rights.includes(right) && (queues === 'all' || queues.includes(queue))),
    [onCase, rights, queue],
  );
}
