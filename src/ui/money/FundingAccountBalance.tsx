import { RelativeAge } from '../components/RelativeAge.tsx';

/** What a place holds, under the list it was chosen from, and how old that is where it is not the ledger's of now. */
export function FundingAccountBalance({ text, asOf }: { readonly text: string; readonly asOf: string | null }) {
  return (
    <>
      {text}
      {asOf !== null && (
        <>
          {' · '}
          <RelativeAge at={asOf} />
        </>
      )}
    </>
  );
}
