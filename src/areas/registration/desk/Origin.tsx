import type { z } from 'zod';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, Facts, Stack } from '../../../ui/components/Card.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { companyName } from '../../../law/companyNames.ts';
import { registrationContract } from '../contract.ts';

const { calls } = registrationContract;
type Told = z.output<typeof calls.origin.output>;

/** On a client's page: how they came, and which terms they have agreed to. */
export default function Origin({ clientId }: ClientPartProps) {
  const words = useWords();
  const read = useRead(calls.origin, { client_id: clientId });
  return (
    <Card title={words.t('desk.section.origin')}>
      <Loaded read={read}>
        {({ origin, agreements }) => (
          <Stack>
            {origin === null ? (
              <p>{words.t('registration.desk.none')}</p>
            ) : (
              <Facts items={factsOf(origin, words).map(([name, value]) => ({ key: name, name, value }))} />
            )}
            {agreements.length > 0 && (
              <div>
                <h3>{words.t('registration.desk.terms')}</h3>
                <ul>
                  {agreements.map(({ company, version, agreed_at: at, address }) => (
                    <li key={`${company} ${version}`}>
                      {words.t('registration.desk.agreement', {
                        company: companyName(company, words.t),
                        version,
                        at: words.dateTime(at),
                        address,
                      })}
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function factsOf(origin: NonNullable<Told['origin']>, { t, dateTime }: Words): readonly (readonly [string, string])[] {
  const nothing = t('registration.desk.nothing');
  const campaign = Object.entries(origin.campaign).map(([key, value]) => `${key}=${value}`);
  return [
    [t('registration.desk.at'), dateTime(origin.at)],
    [t('registration.desk.by'), t(`registration.desk.by.${origin.confirmed_by}`)],
    [t('registration.desk.address'), origin.address],
    [t('registration.desk.agent'), origin.agent],
    [t('registration.desk.language'), origin.language],
    [t('registration.desk.partner'), origin.agent_id ?? nothing],
    [t('registration.desk.campaign'), campaign.length === 0 ? nothing : campaign.join(', ')],
  ];
}
