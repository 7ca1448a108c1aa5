import { useEffect, useRef } from 'react';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { useOpen, type Target } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract, type ShownDocument } from '../contract.ts';
import { isOffered, shownWhereSent } from '../rules.ts';
import { FollowUp } from './FollowUp.tsx';
import { Reasons } from './Reasons.tsx';
import { nextTargets, statusTones, wordKeys, wordTones, type Papers } from './papers.ts';

const { calls, pages } = documentsContract;
type Query = ScreenProps<typeof pages.verifyProfile>['query'];

/** The start of the verification: both papers, how far each is, and what to do next. */
export default function Verify({ query }: ScreenProps<typeof pages.verifyProfile>) {
  const { t } = useWords();
  const read = useRead(calls.list, {});
  useLedOn(read.data);
  return (
    <>
      <ScreenHead
        title={t('nav.documents')}
        text={t('documents.text')}
        actions={
          <>
            <LinkButton look="plain" to={{ page: pages.verifyPayment }}>
              {t('documents.payments.link')}
            </LinkButton>
            <LinkButton look="plain" to={{ page: pages.documentsList }}>
              {t('documents.list.link')}
            </LinkButton>
          </>
        }
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {(papers) => <Both papers={papers} query={query} />}
      </Loaded>
    </>
  );
}

/** Whoever waits here for the approval is led on when it comes (document 3 §4). */
function useLedOn(papers: Papers | undefined): void {
  const open = useOpen();
  const before = useRef(papers?.status);
  const status = papers?.status;
  const next = papers?.next ?? null;
  useEffect(() => {
    const hasWaited = before.current !== undefined && before.current !== 'approved';
    before.current = status;
    if (!hasWaited || status !== 'approved' || next === null) return;
    const to: Target = next === 'list' ? { page: pages.documentsList } : nextTargets[next];
    open(to);
  }, [status, next, open]);
}

function Both({ papers, query }: { readonly papers: Papers; readonly query: Query }) {
  const { t } = useWords();
  const { identity, residence } = papers.papers;
  const { flowCountry, needPorDocument, sent } = query;
  const passed = { ...(flowCountry && { flowCountry }), ...(needPorDocument && { needPorDocument }) };
  return (
    <Stack>
      {sent !== undefined && <FollowUp papers={papers} passed={passed} />}
      <Notice tone={wordTones[papers.status]} action={papers.next === null ? undefined : <NextLink next={papers.next} />}>
        {t(`documents.word.${wordKeys[papers.status]}`)}
      </Notice>
      <RejectedPayments papers={papers} />
      {papers.vendor_flow && (
        <Card title={t('documents.online.title')}>
          <Stack>
            <p>{t('documents.online.text')}</p>
            <LinkButton to={{ page: pageLinks.verification }}>{t('documents.online.open')}</LinkButton>
            {!papers.upload_disabled.id && (
              <LinkButton look="plain" to={{ page: pageLinks.scan }}>
                {t('documents.online.scan')}
              </LinkButton>
            )}
          </Stack>
        </Card>
      )}
      <Columns isLevel>
        <PaperCard
          kind="identity"
          paper={identity}
          isApproved={papers.status === 'approved'}
          mayUpload={!papers.upload_disabled.id}
          to={{ page: pages.verifyIdentity, query: passed }}
        />
        <PaperCard
          kind="residence"
          paper={residence}
          isApproved={papers.status === 'approved'}
          mayUpload={!papers.upload_disabled.poc}
          months={papers.residence_proof.most_months}
          to={{ page: pages.verifyResidence, query: passed }}
        />
      </Columns>
      <Checks papers={papers} />
    </Stack>
  );
}

/** Whoever is told that a proof of a payment was not accepted is led here: on to another one it is one press. */
function RejectedPayments({ papers: { payment_methods: methods } }: { readonly papers: Papers }) {
  const { t } = useWords();
  return methods
    .filter(({ status }) => status === 'rejected')
    .map(({ doc_id: type, proof }) => (
      <Notice
        key={proof}
        tone="warn"
        title={t(`documents.proof.${proof}`)}
        action={
          <LinkButton look="plain" size="small" to={{ page: pages.uploadPayment, query: { docTypeId: type } }}>
            {t('documents.again')}
          </LinkButton>
        }
      >
        {t('documents.payment.rejected')}
      </Notice>
    ));
}

/** How far each check is that the papers are for. */
function Checks({ papers: { checks } }: { readonly papers: Papers }) {
  const { t } = useWords();
  return (
    <Card title={t('documents.checks')}>
      <Facts
        items={checks.map(({ check, documentTypeName: name, status_name: status }) => ({
          key: check,
          name,
          value: <Status tone={statusTones[status]}>{t(`documents.check.${status}`)}</Status>,
        }))}
      />
    </Card>
  );
}

function NextLink({ next }: { readonly next: NonNullable<Papers['next']> }) {
  const { t } = useWords();
  const to: Target = next === 'list' ? { page: pages.documentsList } : nextTargets[next];
  return (
    <LinkButton look="plain" size="small" to={to}>
      {t(`documents.next.${next}`)}
    </LinkButton>
  );
}

interface PaperCardProps {
  readonly kind: 'identity' | 'residence';
  readonly paper: ShownDocument | null;
  /** Both are: also of whom no paper is kept. */
  readonly isApproved: boolean;
  readonly mayUpload: boolean;
  readonly months?: number;
  readonly to: Target;
}

function PaperCard({ kind, paper, isApproved, mayUpload, months = 0, to }: PaperCardProps) {
  const { t } = useWords();
  const sent = paper && shownWhereSent(paper.status_name, !paper.waits_for_reverse);
  const status = sent ?? (isApproved ? 'approved' : undefined);
  return (
    <Card
      title={t(kind === 'identity' ? 'documents.type.4' : 'documents.type.3')}
      aside={
        <Status tone={status === undefined ? 'still' : statusTones[status]}>
          {t(`documents.status.${status ?? 'missing'}`)}
        </Status>
      }
    >
      <Stack>
        <p>{t(`documents.${kind}.text`, { months })}</p>
        {paper && <Reasons paper={paper} />}
        {paper?.waits_for_reverse ? (
          <>
            <p>{t('documents.reverse.text')}</p>
            <LinkButton to={to}>{t('documents.reverse.send')}</LinkButton>
          </>
        ) : (
          mayUpload && <LinkButton to={to}>{t(paper && isOffered(paper) ? 'documents.again' : 'documents.send')}</LinkButton>
        )}
      </Stack>
    </Card>
  );
}
