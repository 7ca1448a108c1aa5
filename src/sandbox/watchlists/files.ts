/** A person of the sandbox's lists, written into each of the publishers' formats as they write it. */
export interface SandboxListed {
  /** The publisher's number: digits on OFAC's list. */
  readonly key: string;
  readonly names: readonly [string, ...string[]];
  /** `1970-01-31`, or a part of it from its beginning. */
  readonly birthDate?: string | undefined;
  /** ISO 3166 alpha-2. */
  readonly country?: string | undefined;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const english = new Intl.DisplayNames('en', { type: 'region' });

/** OFAC's SDN.XML. A company stands among the persons, as there. */
export function sdnFile(persons: readonly SandboxListed[], day: Date): string {
  const [year, month, date] = day.toISOString().slice(0, 10).split('-');
  const company =
    '<sdnEntry><uid>90</uid><lastName>OCEAN GREEN SHIPPING LTD</lastName><sdnType>Entity</sdnType><programList><program>NPWMD</program></programList></sdnEntry>';
  const entries = [company, ...persons.map(sdnEntry)];
  return (
    '<?xml version="1.0" standalone="yes"?>\n<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">\n' +
    `<publshInformation><Publish_Date>${month}/${date}/${year}</Publish_Date><Record_Count>${entries.length}</Record_Count></publshInformation>\n` +
    `${entries.join('\n')}\n</sdnList>\n`
  );
}

function sdnEntry({ key, names: [name, ...aliases], birthDate, country }: SandboxListed): string {
  const named = (whole: string) => {
    const [last = '', ...first] = whole.split(' ').toReversed();
    const given = first.toReversed().join(' ');
    return `${given === '' ? '' : `<firstName>${xml(given)}</firstName>`}<lastName>${xml(last.toUpperCase())}</lastName>`;
  };
  const [year = '', month, day] = birthDate?.split('-') ?? [];
  const born = [day, month === undefined ? undefined : months[Number(month) - 1], year].filter(Boolean).join(' ');
  const aka = aliases.map(
    (alias, at) => `<aka><uid>${key}${at}</uid><type>a.k.a.</type><category>strong</category>${named(alias)}</aka>`,
  );
  return [
    `<sdnEntry><uid>${key}</uid>${named(name)}<sdnType>Individual</sdnType><programList><program>SDGT</program></programList>`,
    aka.length === 0 ? '' : `<akaList>${aka.join('')}</akaList>`,
    country === undefined
      ? ''
      : `<nationalityList><nationality><uid>${key}1</uid><country>${xml(english.of(country) ?? '')}</country><mainEntry>true</mainEntry></nationality></nationalityList>`,
    birthDate === undefined
      ? ''
      : `<dateOfBirthList><dateOfBirthItem><uid>${key}2</uid><dateOfBirth>${born}</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem></dateOfBirthList>`,
    '</sdnEntry>',
  ].join('');
}

/** OpenSanctions' targets.simple.csv. */
export function targetsFile(persons: readonly SandboxListed[]): string {
  const header =
    'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change';
  const lines = persons.map(({ key, names: [name, ...aliases], birthDate = '', country = '' }) =>
    [
      key,
      'Person',
      name,
      aliases.join(';'),
      birthDate,
      country.toLowerCase(),
      '',
      '',
      '',
      '',
      '',
      '',
      'peps',
      '2026-01-01',
      '2026-11-01',
      '2026-11-01',
    ]
      .map(cell)
      .join(','),
  );
  return `${[header, '"NK-company","Company","Ocean Green Shipping","","","cy","","","","","","","peps","2026-01-01","2026-11-01","2026-11-01"', ...lines].join('\n')}\n`;
}

/** OpenSanctions' entities.ftm.json. An office and its holder's address stand among the persons, as there. */
export function entitiesFile(persons: readonly SandboxListed[]): string {
  const lines = persons.map(({ key, names: [name, ...alias], birthDate, country }) => ({
    id: key,
    caption: name,
    schema: 'Person',
    properties: {
      name: [name],
      ...(alias.length === 0 ? {} : { alias }),
      ...(birthDate === undefined ? {} : { birthDate: [birthDate] }),
      ...(country === undefined ? {} : { nationality: [country.toLowerCase()] }),
      topics: ['sanction'],
    },
    datasets: ['eu_fsf'],
    target: true,
  }));
  const address = {
    id: 'addr-1',
    caption: 'Some street 1',
    schema: 'Address',
    properties: { full: ['Some street 1'] },
    target: false,
  };
  return [address, ...lines].map((each) => `${JSON.stringify(each)}\n`).join('');
}
