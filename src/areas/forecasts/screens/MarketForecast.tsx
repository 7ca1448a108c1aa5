import { useRead } from '../../../ui/api/reads.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { useNow } from '../../../ui/components/RelativeAge.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { firstForecastYear, forecastsContract, type Forecast } from '../contract.ts';
import styles from './MarketForecast.module.css';

const { calls, pages } = forecastsContract;

/** What the broker's analyst expects of a year. The address holds which. */
export default function MarketForecast({ query }: ScreenProps<typeof pages.marketForecast>) {
  const { t } = useWords();
  const open = useOpen();
  const thisYear = useNow().getUTCFullYear();
  const asked = /^20\d{2}$/.test(query.year ?? '') ? Number(query.year) : thisYear;
  const year = asked >= firstForecastYear && asked <= thisYear + 1 ? asked : thisYear;
  const read = useRead(calls.ofYear, { year });
  return (
    <>
      <ScreenHead title={t('forecasts.title')} text={t('forecasts.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {({ years, forecasts }) => (
          <Stack>
            <div className={styles.year}>
              <SelectField
                label={t('forecasts.year')}
                value={String(year)}
                options={[...new Set([thisYear, year, ...years])]
                  .toSorted((one, other) => other - one)
                  .map((value) => ({ value: String(value), label: String(value) }))}
                onChange={({ target }) => open({ page: pages.marketForecast, query: { year: target.value } }, { replace: true })}
              />
            </div>
            {forecasts.length === 0 ? (
              <Card>
                <EmptyState picture="chart" title={t('forecasts.none.title')} text={t('forecasts.none.text', { year })} />
              </Card>
            ) : (
              forecasts.map((forecast) => <One key={forecast.period} forecast={forecast} year={year} />)
            )}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function One({ forecast, year }: { readonly forecast: Forecast; readonly year: number }) {
  const { t, date } = useWords();
  const { title, text, language, posted_at: posted, corrects } = forecast;
  const paragraphs = text.split(/\n[ \t]*\n/);
  return (
    <Card title={title} aside={t(`forecasts.period.${forecast.period}`, { year })}>
      <div className={styles.text} lang={language} dir="auto">
        {paragraphs.map((paragraph, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a text's paragraphs do not change places
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      <p className={styles.when}>
        {corrects === null
          ? t('forecasts.posted', { date: date(posted) })
          : t('forecasts.corrected', { date: date(corrects), since: date(posted) })}
      </p>
    </Card>
  );
}
