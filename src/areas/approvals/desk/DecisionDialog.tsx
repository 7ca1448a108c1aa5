import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Change } from '../../../ui/desk/Change.tsx';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useStaff } from '../../../ui/desk/staff.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { actorName } from '../../../law/staff.ts';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { approvalsContract, type ShownApproval } from '../contract.ts';
import styles from './DecisionDialog.module.css';

type Decision = 'approve' | 'decline';

/** An approval that is looked at, and how it is about to be decided. */
export interface Opened {
  readonly approval: ShownApproval;
  readonly decision?: Decision;
}

interface DecisionDialogProps {
  readonly opened: Opened;
  readonly onClose: () => void;
}

/** What was asked for, by whom and why; where one may decide it, approve or decline, each with a reason. */
export default function DecisionDialog({ opened: { approval, decision: asked }, onClose }: DecisionDialogProps) {
  const { t } = useWords();
  const [decision, setDecision] = useState(asked);
  const decide = useWrite(approvalsContract.calls.decide);
  if (decision === undefined) return <Look {...{ approval, onClose }} onDecide={setDecision} />;
  return (
    <ReasonDialog
      name={`approval/${approval.id}`}
      title={t(`approvals.${decision}.title`, { subject: subjectOf(approval) })}
      verb={t(`approvals.${decision}`)}
      isDanger={decision === 'decline'}
      size="wide"
      onClose={onClose}
      act={(reason) => decide.mutateAsync({ id: String(approval.id), decision, reason })}
    >
      {() => <Told approval={approval} />}
    </ReasonDialog>
  );
}

function subjectOf({ subject }: ShownApproval): string {
  return subject.replace(':', ' ');
}

interface LookProps extends Pick<DecisionDialogProps, 'onClose'> {
  readonly approval: ShownApproval;
  readonly onDecide: (decision: Decision) => void;
}

function Look({ approval, onClose, onDecide }: LookProps) {
  const { t } = useWords();
  const actions = approval.can_decide ? (
    <>
      <Button look="danger" onClick={() => onDecide('decline')}>
        {t('approvals.decline')}
      </Button>
      <Button onClick={() => onDecide('approve')}>{t('approvals.approve')}</Button>
    </>
  ) : undefined;
  return (
    <Dialog isOpen onClose={onClose} title={subjectOf(approval)} size="wide" {...(actions && { actions })}>
      <div className={styles.look}>
        {approval.status === 'waiting' && !approval.can_decide && <WhyNot approval={approval} />}
        <Told approval={approval} />
      </div>
    </Dialog>
  );
}

/** Nobody approves what they asked for, and each role approves its own kinds. */
function WhyNot({ approval }: { readonly approval: ShownApproval }) {
  const { t } = useWords();
  const { email, role } = useStaff();
  const isOwn = approval.asked_by === actorName(email);
  return (
    <Notice tone="note">
      {isOwn
        ? t('approvals.own')
        : t('approvals.notYours', { role: t(`desk.role.${role}`), kind: t(`approvals.kind.${approval.kind}`) })}
    </Notice>
  );
}

function Told({ approval }: { readonly approval: ShownApproval }) {
  const { t, dateTime } = useWords();
  const { client_id: id, decided_by: by, decided_at: at } = approval;
  return (
    <div className={styles.look}>
      <Facts
        items={[
          { key: 'action', name: t('approvals.action'), value: <code>{approval.action}</code> },
          ...(id === null
            ? []
            : [
                {
                  key: 'client',
                  name: t('approvals.client'),
                  value: <PageLink to={{ page: deskLinks.client, params: { id } }}>{id}</PageLink>,
                },
              ]),
          {
            key: 'asked',
            name: t('approvals.by'),
            value: t('approvals.byAt', { who: approval.asked_by, when: dateTime(approval.asked_at) }),
          },
          { key: 'reason', name: t('approvals.why'), value: approval.reason },
          ...(by === null || at === null
            ? []
            : [
                {
                  key: 'decided',
                  name: t(`approvals.status.${approval.status}`),
                  value: t('approvals.byAt', { who: by, when: dateTime(at) }),
                },
                { key: 'why', name: t('approvals.decisionReason'), value: approval.decision_reason },
              ]),
        ]}
      />
      <Change before={approval.before} after={approval.after} />
    </div>
  );
}
