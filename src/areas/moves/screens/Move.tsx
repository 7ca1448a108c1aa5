import { useState } from 'react';
import type { z } from 'zod';
import { movesTo } from '../../../law/moves.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useClient } from '../../../ui/api/context.tsx';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { DocumentList } from '../../../ui/components/DocumentList.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { movesContract } from '../contract.ts';
import { agreementFor, type MoveAgreement } from '../rules.ts';
import { Migration } from './Migration.tsx';
import { Withdraw } from './Withdraw.tsx';

const { calls, forms } = movesContract;

type Available = z.output<typeof calls.isAvailable.output>['direct'];
type Route = NonNullable<Available['route']>;

/** In which one may ask for a move by the form. */
const mayAsk: ReadonlySet<string> = new Set<Available['move']['status']>(['none', 'declined', 'moved']);

/** Whether one belongs with another company, what that asks for, and the way to the transfer. */
export default function Move() {
  const { t } = useWords();
  const read = useRead(calls.isAvailable, { action: 'is-available' });
  return (
    <>
      <ScreenHead title={t('page.companyMove')} text={t('moves.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ direct }) => (
          <Stack>
            <MoveState available={direct} />
            {direct.own_terms !== null && (
              <Agreement which="mauritius" company={t(`moves.company.${movesTo.ftg.company}`)} terms={direct.own_terms} />
            )}
            {direct.route !== null && <Offer route={direct.route} available={direct} />}
            {direct.route !== 'uk' && direct.stays_with !== null && <Withdraw company={direct.stays_with} />}
            {direct.route === null && direct.is_branch_uk && <MainBranch />}
            {direct.route === null && mayAsk.has(direct.move.status) && <Migration />}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function MoveState({ available: { move, route, wished } }: { readonly available: Available }) {
  const { t } = useWords();
  const { status, company, reason } = move;
  if (status === 'asked') return <Notice title={t('moves.asked.title')}>{t('moves.asked.text')}</Notice>;
  if (status === 'declined' && reason !== null)
    return (
      <Notice tone="warn" title={t('moves.declined.title')}>
        {t(`moves.reason.${reason}`)}
      </Notice>
    );
  if (status === 'under_way') return <Notice title={t('moves.underWay.title')}>{t('moves.underWay.text')}</Notice>;
  if (status === 'moved' && company !== null)
    return (
      <Notice
        tone="gain"
        title={t('moves.moved.title', { company: t(`moves.company.${company}`) })}
        action={
          wished === null ? undefined : (
            <LinkButton look="plain" to={{ page: pageLinks.openLive, query: wished }}>
              {t('moves.moved.open')}
            </LinkButton>
          )
        }
      >
        {t('moves.moved.text')}
      </Notice>
    );
  if (route === null) return <Notice title={t('moves.none.title')}>{t('moves.none.text')}</Notice>;
  return null;
}

function Offer({ route, available }: { readonly route: Route; readonly available: Available }) {
  const { t } = useWords();
  const { move, terms } = available;
  const { status_id: status } = useClient();
  const company = t(`moves.company.${movesTo[route].company}`);
  return (
    <>
      <Card title={t('moves.offer.title', { company })}>
        <Stack>
          <p>{t('moves.offer.text')}</p>
          {move.is_terms_agreed && <Approval route={route} isApproved={move.is_approved} />}
        </Stack>
      </Card>
      {!move.is_terms_agreed && terms !== null && (
        <Agreement which={agreementFor(route, status)} company={company} terms={terms} />
      )}
      {route === 'uk' && <MainBranch />}
    </>
  );
}

interface AgreementProps {
  readonly which: MoveAgreement;
  readonly company: string;
  readonly terms: NonNullable<Available['terms']>;
}

/** What each agreement posts (document 3 §7). */
const acceptances = {
  uk: 'accept_uk_terms',
  uk_registering: 'accept_uk_terms',
  ftg: 'accept_ftg_terms',
  mauritius: 'accept_mauritius_terms',
} as const satisfies Readonly<Record<MoveAgreement, string>>;

/** Document 3 §4: it stands over the page and posts the agreement; closed, it can be opened again. */
function Agreement({ which, company, terms }: AgreementProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(true);
  const title = t(`moves.agreement.${which}.title`, { company });
  return (
    <Card title={title}>
      <Stack>
        <p>{t(`moves.agreement.${which}.text`, { company })}</p>
        <div>
          <Button onClick={() => setOpen(true)}>{t('moves.agreement.read')}</Button>
        </div>
      </Stack>
      <Dialog isOpen={isOpen} size="wide" onClose={() => setOpen(false)} title={title}>
        <Stack>
          <p>{t(`moves.agreement.${which}.text`, { company })}</p>
          <Terms which={which} terms={terms} />
        </Stack>
      </Dialog>
    </Card>
  );
}

function Terms({ which, terms: { version, documents } }: Pick<AgreementProps, 'which' | 'terms'>) {
  const { t } = useWords();
  const act = useWrite(calls.act);
  const form = useForm({
    name: `moves.terms.${which}`,
    form: forms.terms,
    initial: { is_terms_agreed: false },
    submit: async (typed) => act.mutateAsync({ action: acceptances[which], terms_version: version, ...typed }),
  });
  return (
    <Stack>
      <DocumentList documents={documents} nameOf={(key) => t(`moves.document.${key}`)} />
      <PlainForm form={form} given={{}} verb={t('moves.terms.do')} />
    </Stack>
  );
}

function Approval({ route, isApproved }: { readonly route: Route; readonly isApproved: boolean }) {
  const { t } = useWords();
  const open = useOpen();
  const act = useWrite(calls.act);
  const to = route === 'uk' ? pageLinks.companyTransferUk : pageLinks.companyTransfer;
  return (
    <Stack>
      <Notice tone="gain">{t('moves.terms.done')}</Notice>
      <WriteFailure failure={act.error} />
      <div>
        {isApproved ? (
          <LinkButton to={{ page: to }}>{t('moves.goOn')}</LinkButton>
        ) : (
          <Button
            isBusy={act.isPending}
            onClick={() => act.mutate({ action: `approve_${route}_movement` }, { onSuccess: () => open({ page: to }) })}
          >
            {t('moves.approve')}
          </Button>
        )}
      </div>
    </Stack>
  );
}

/** Whoever does not want to go to the UK company. */
function MainBranch() {
  const { t } = useWords();
  const open = useOpen();
  const act = useWrite(calls.act);
  const stay = (): void =>
    act.mutate(
      { action: 'change_branch_uk_to_main' },
      {
        onSuccess: () => {
          showToast({ tone: 'gain', title: t('moves.branch.done') });
          open({ page: pageLinks.home });
        },
      },
    );
  return (
    <>
      <WriteFailure failure={act.error} />
      <div>
        <Button look="plain" isBusy={act.isPending} onClick={stay}>
          {t('moves.branch')}
        </Button>
      </div>
    </>
  );
}
