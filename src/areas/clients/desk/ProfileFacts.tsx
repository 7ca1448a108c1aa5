import type { ReactNode } from 'react';
import { Card } from '../../../ui/components/Card.tsx';
import { Copyable } from '../../../ui/components/CopyButton.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { countryName } from '../../../ui/desk/names.ts';
import { companyName } from '../../../law/companyNames.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Profile } from '../contract.ts';
import styles from './ProfileFacts.module.css';
import { RequirePassword } from './RequirePassword.tsx';

/** Who the client is, what was proven, and what may not be done at present. */
export function ProfileFacts({ client, onChanged }: { readonly client: Profile; readonly onChanged: () => void }) {
  const { t, date } = useWords();
  const yesOrNo = (isSo: boolean): ReactNode => (
    <Status tone={isSo ? 'gain' : 'still'}>{t(isSo ? 'clients.yes' : 'clients.no')}</Status>
  );
  return (
    <Card title={t('clients.section.profile')}>
      <dl className={styles.facts}>
        <Fact name={t('clients.name')}>{[client.title, client.first_name, client.last_name].filter(Boolean).join(' ')}</Fact>
        <Fact name={t('clients.email')}>
          <Copyable text={client.email} label={t('clients.email.copy')} />
        </Fact>
        <Fact name={t('clients.phone')}>{client.mobile_phone ?? t('clients.missing')}</Fact>
        <Fact name={t('clients.country')}>{countryName(client.country)}</Fact>
        <Fact name={t('clients.company')}>
          {t('clients.companyBranch', { company: companyName(client.company, t), branch: client.branch })}
        </Fact>
        <Fact name={t('clients.region')}>{client.region}</Fact>
        <Fact name={t('clients.category')}>{client.category}</Fact>
        <Fact name={t('clients.language')}>{client.language}</Fact>
        <Fact name={t('clients.registered')}>{date(client.registered_at)}</Fact>
        <Fact name={t('clients.asm')}>{client.asm ?? t('clients.missing')}</Fact>
        <Fact name={t('clients.identity')}>{yesOrNo(client.has_approved_id)}</Fact>
        <Fact name={t('clients.residence')}>{yesOrNo(client.has_approved_residence)}</Fact>
        <Fact name={t('clients.test')}>{yesOrNo(client.at_passed)}</Fact>
        <Fact name={t('clients.password')}>
          <RequirePassword client={client} onChanged={onChanged} />
        </Fact>
      </dl>
      <ClosedGates gates={client.closed_gates} />
    </Card>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Each with the code that the client hears, which is what they name when they ask. */
function ClosedGates({ gates }: { readonly gates: Profile['closed_gates'] }) {
  const { t } = useWords();
  if (gates.length === 0) return <p className={styles.gates}>{t('clients.gates.none')}</p>;
  return (
    <div className={styles.gates}>
      <h3>{t('clients.gates')}</h3>
      <ul className={styles.list}>
        {gates.map(({ gate, code }) => (
          <li key={gate} className={styles.gate}>
            <span>{gate.replaceAll('_', ' ')}</span>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
