import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { passwordsContract, type ChangeableAccount } from '../contract.ts';
import styles from './PinWizard.module.css';

const { calls, pages } = passwordsContract;

/** Which account a new password is for. */
export default function AccountChoice() {
  const { t } = useWords();
  const read = useRead(calls.accounts, {});
  return (
    <>
      <ScreenHead title={t('passwords.trading.title')} text={t('passwords.trading.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
        {({ accounts }) => <Choices accounts={accounts} />}
      </Loaded>
    </>
  );
}

function Choices({ accounts }: { readonly accounts: readonly ChangeableAccount[] }) {
  const { t } = useWords();
  if (accounts.length === 0) return <Notice>{t('passwords.trading.none')}</Notice>;
  return (
    <Card title={t('passwords.trading.choose')}>
      <div className={styles.choices}>
        {accounts.map(({ number, title, name, server, is_demo: isDemo }) => (
          <LinkButton key={number} look="plain" isWide to={{ page: pages.account, params: { id: number } }}>
            <bdi>{name === '' ? title : name}</bdi> · <bdi>{number}</bdi> · <bdi>{server}</bdi> {isDemo && <DemoMark />}
          </LinkButton>
        ))}
      </div>
    </Card>
  );
}
