import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallFailure } from '../../../ui/api/failure.ts';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract, type ShownDocument } from '../contract.ts';
import type { Papers } from './papers.ts';
import { Reasons } from './Reasons.tsx';
import { Samples } from './Samples.tsx';
import { countryOfFlow, type FlowQuery } from './sending.ts';

const { pages } = documentsContract;

interface SendPageProps {
  readonly kind: 'identity' | 'residence';
  readonly read: UseQueryResult<Papers, CallFailure>;
  readonly query: FlowQuery;
  readonly isDisabled: (papers: Papers) => boolean;
  readonly children: (papers: Papers, last: ShownDocument | null) => ReactNode;
}

/** The page of one paper: what is accepted, why the last one was not, and its form. */
export function SendPage({ kind, read, query, isDisabled, children }: SendPageProps) {
  const { t } = useWords();
  const back = <BackLink to={{ page: pages.verifyProfile }}>{t('nav.documents')}</BackLink>;
  return (
    <>
      <ScreenHead title={t(kind === 'identity' ? 'page.documents.id' : 'page.documents.por')} back={back} />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {(papers) => {
          const last = papers.papers[kind];
          return (
            <Columns kind="main-aside">
              <Card>
                <Stack>
                  <p>{t(`documents.${kind}.text`, { months: papers.residence_proof.most_months })}</p>
                  {last && <Reasons paper={last} />}
                  {isDisabled(papers) ? <Notice>{t('documents.disabled')}</Notice> : children(papers, last)}
                </Stack>
              </Card>
              <Samples list={kind === 'identity' ? 'sampledocs' : 'pordocs'} flowCountry={countryOfFlow(query)} />
            </Columns>
          );
        }}
      </Loaded>
    </>
  );
}
