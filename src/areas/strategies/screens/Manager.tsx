import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Actions, Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { NewsText } from '../../../ui/components/NewsText.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { PageLink, useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { strategiesContract } from '../contract.ts';
import { Avatar } from './Avatar.tsx';
import listStyles from './List.module.css';
import { StrategyCard } from './StrategyCard.tsx';

const { calls, pages } = strategiesContract;
const lists = ['active', 'inactive'] as const;
type Profile = AnswerOf<typeof calls.profile>['direct']['profile'];
type Props = ScreenProps<typeof pages.manager>;

/** A manager as investors know them: who they are, their other strategies, and what they tell of them (document 3 §2). */
export default function Manager({ params, query }: Props) {
  const { t } = useWords();
  const read = useRead(calls.profile, { client_id: params.id });
  useTitle(read.data?.direct.profile.nickname);
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
      {({ direct: { profile } }) => (
        <>
          <ScreenHead
            title={profile.nickname}
            back={<BackLink to={{ page: pages.list }}>{t('page.strategies')}</BackLink>}
            actions={<Avatar picture={profile.avatar} nickname={profile.nickname} />}
          />
          <Stack>
            <GateNotice action="invest" />
            <Known profile={profile} />
            <Others profile={profile} params={params} query={query} />
            <News profile={profile} />
          </Stack>
        </>
      )}
    </Loaded>
  );
}

function Known({ profile }: { readonly profile: Profile }) {
  const { t, country, date } = useWords();
  return (
    <Card title={t('strategies.manager.known')}>
      <Facts
        items={[
          { key: 'country', name: t('strategies.manager.country'), value: country(profile.country) },
          { key: 'since', name: t('strategies.manager.since'), value: date(profile.since) },
          { key: 'strategies', name: t('strategies.manager.strategies'), value: String(profile.strategies) },
          {
            key: 'first',
            name: t('strategies.manager.first'),
            value: <PageLink to={{ page: pages.details, params: { id: profile.acc_no } }}>{profile.acc_name}</PageLink>,
          },
        ]}
      />
    </Card>
  );
}

/** Those beside the one that the client comes from, else beside the first: what can be followed, and what is closed. */
function Others({ profile, params, query }: Props & { readonly profile: Profile }) {
  const { t } = useWords();
  const open = useOpen();
  const list = lists.find((each) => each === query.list) ?? 'active';
  const name = query.name ?? profile.acc_name;
  const page = /^[1-9]\d{0,4}$/.test(query.page ?? '') ? Number(query.page) : 1;
  const read = useRead(calls.others, { acc_name: name, list, page }, { keepsLast: true });
  const show = (changed: { readonly list?: string; readonly page?: number }): void =>
    open({ page: pages.manager, params, query: { name: query.name, list, ...changed } }, { replace: true });
  return (
    <section aria-label={t('strategies.manager.others')}>
      <Stack>
        <Choice
          label={t('strategies.manager.others')}
          name="list"
          look="segments"
          value={list}
          options={lists.map((value) => ({ value, label: t(`strategies.manager.${value}`) }))}
          onChange={(next) => show({ list: next })}
        />
        <Loaded read={read} skeleton={<SkeletonCard lines={5} />}>
          {({ direct }) => (
            <>
              {direct[list].length === 0 && <p>{t(`strategies.manager.${list}.none`)}</p>}
              <ul className={listStyles.grid}>
                {direct[list].map((each) => (
                  <StrategyCard key={each.acc_no} strategy={each} isLinked={list === 'active'} />
                ))}
              </ul>
              <Actions>
                {direct.page > 1 && (
                  <Button look="plain" onClick={() => show({ page: direct.page - 1 })}>
                    {t('strategies.manager.before')}
                  </Button>
                )}
                {direct.page * direct.page_size < direct[`total_${list}`] && (
                  <Button look="plain" onClick={() => show({ page: direct.page + 1 })}>
                    {t('strategies.manager.after')}
                  </Button>
                )}
              </Actions>
            </>
          )}
        </Loaded>
      </Stack>
    </section>
  );
}

function News({ profile: { news } }: { readonly profile: Profile }) {
  const { t, date } = useWords();
  return (
    <section aria-label={t('strategies.manager.news')}>
      <Stack>
        <h2>{t('strategies.manager.news')}</h2>
        {news.length === 0 && <p>{t('strategies.news.none')}</p>}
        {news.map(({ id, title, text, acc_no: number, acc_name: name, reviewed_at: at }) => (
          <Card key={id} title={<bdi>{title}</bdi>}>
            <Stack>
              <p>
                <PageLink to={{ page: pages.details, params: { id: number } }}>{name}</PageLink>
              </p>
              <p>{date(at)}</p>
              <NewsText text={text} />
            </Stack>
          </Card>
        ))}
      </Stack>
    </section>
  );
}
