import { isStatusId } from '../../../law/statuses.ts';
import { Card, Facts } from '../../../ui/components/Card.tsx';
import { ClientStatus } from '../../../ui/components/ClientStatus.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Profile } from '../contract.ts';
import { Picture } from './Picture.tsx';

/** Who the client is to the broker. */
export function Person({ profile }: { readonly profile: Profile }) {
  const { t, date, country } = useWords();
  const { status_id: status } = profile;
  const name = [profile.title, profile.name, profile.surname].join(' ').trim();
  return (
    <Card title={t('profile.person')} aside={isStatusId(status) && <ClientStatus status={status} />}>
      <Picture />
      <Facts
        items={[
          { key: 'name', name: t('profile.name'), value: name === '' ? t('profile.name.none') : name },
          { key: 'number', name: t('profile.number'), value: <span className="figures">{profile.client_id}</span> },
          { key: 'country', name: t('profile.country'), value: country(profile.country) },
          {
            key: 'category',
            name: t('profile.category'),
            value: t('profile.category.of', { category: String(profile.client_category) }),
          },
          { key: 'since', name: t('profile.since'), value: date(profile.registered_at) },
        ]}
      />
    </Card>
  );
}
