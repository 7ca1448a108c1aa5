import { Card, Facts } from '../../../ui/components/Card.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Hit } from '../contract.ts';

/** What the points of a hit are made of: the likeness of the names, and what other facts add or take off. */
export function Factors({ hit: { points, factors } }: { readonly hit: Hit }) {
  const { t } = useWords();
  const { name, birth_date: born, country } = factors;
  const words = name.words.map(({ typed, listed, likeness }) => `${typed} – ${listed} ${likeness}`).join(', ');
  const lines = [
    ['sum', t('screening.desk.of', { points })],
    ['name', `${name.points}: ${name.typed} – ${name.listed}`],
    ['words', words],
    ['birth', `${signed(born.points)} ${t(`screening.desk.birth.${born.agreement}`)}`],
    ['country', `${signed(country.points)} ${t(`screening.desk.country.${country.agreement}`)}`],
  ] as const;
  return (
    <Card title={t('screening.desk.factors')}>
      <Facts items={lines.map(([key, value]) => ({ key, name: t(`screening.desk.factor.${key}`), value }))} />
    </Card>
  );
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : String(points).replace('-', '−');
}
