/**
 * Made by bin/countries.ts; not written by hand. One country a line: id, ISO 3166 alpha-2 and alpha-3, calling code,
 * name, official name.
 */
export const countryTable = `
1|AF|AFG|93|Afghanistan|Islamic Republic of Afghanistan
2|AX|ALA|358|Åland Islands|Åland Islands
3|AL|ALB|355|Albania|Republic of Albania
4|DZ|DZA|213|Algeria|People's Democratic Republic of Algeria
5|AS|ASM|1|American Samoa|American Samoa
6|AD|AND|376|Andorra|Principality of Andorra
7|AO|AGO|244|Angola|Republic of Angola
8|AI|AIA|1|Anguilla|Anguilla
9|AG|ATG|1|Antigua and Barbuda|Antigua and Barbuda
10|AR|ARG|54|Argentina|Argentine Republic
11|AM|ARM|374|Armenia|Republic of Armenia
12|AW|ABW|297|Aruba|Aruba
13|AU|AUS|61|Australia|Commonwealth of Australia
14|AT|AUT|43|Austria|Republic of Austria
15|AZ|AZE|994|Azerbaijan|Republic of Azerbaijan
16|BS|BHS|1|Bahamas|Commonwealth of the Bahamas
17|BH|BHR|973|Bahrain|Kingdom of Bahrain
18|BD|BGD|880|Bangladesh|People's Republic of Bangladesh
19|BB|BRB|1|Barbados|Barbados
20|BY|BLR|375|Belarus|Republic of Belarus
21|BE|BEL|32|Belgium|Kingdom of Belgium
22|BZ|BLZ|501|Belize|Belize
23|BJ|BEN|229|Benin|Republic of Benin
24|BM|BMU|1|Bermuda|Bermuda
25|BT|BTN|975|Bhutan|Kingdom of Bhutan
26|BO|BOL|591|Bolivia|Plurinational State of Bolivia
27|BA|BIH|387|Bosnia and Herzegovina|Bosnia and Herzegovina
28|BW|BWA|267|Botswana|Republic of Botswana
29|BR|BRA|55|Brazil|Federative Republic of Brazil
30|IO|IOT|246|British Indian Ocean Territory|British Indian Ocean Territory
31|VG|VGB|1|British Virgin Islands|Virgin Islands
32|BN|BRN|673|Brunei|Nation of Brunei, Abode of Peace
33|BG|BGR|359|Bulgaria|Republic of Bulgaria
34|BF|BFA|226|Burkina Faso|Burkina Faso
35|BI|BDI|257|Burundi|Republic of Burundi
36|KH|KHM|855|Cambodia|Kingdom of Cambodia
37|CM|CMR|237|Cameroon|Republic of Cameroon
38|CA|CAN|1|Canada|Canada
39|CV|CPV|238|Cape Verde|Republic of Cabo Verde
40|BQ|BES|599|Caribbean Netherlands|Bonaire, Sint Eustatius and Saba
41|KY|CYM|1|Cayman Islands|Cayman Islands
42|CF|CAF|236|Central African Republic|Central African Republic
43|TD|TCD|235|Chad|Republic of Chad
44|CL|CHL|56|Chile|Republic of Chile
45|CN|CHN|86|China|People's Republic of China
46|CX|CXR|61|Christmas Island|Territory of Christmas Island
47|CC|CCK|61|Cocos (Keeling) Islands|Territory of the Cocos (Keeling) Islands
48|CO|COL|57|Colombia|Republic of Colombia
49|KM|COM|269|Comoros|Union of the Comoros
50|CK|COK|682|Cook Islands|Cook Islands
51|CR|CRI|506|Costa Rica|Republic of Costa Rica
52|HR|HRV|385|Croatia|Republic of Croatia
53|CU|CUB|53|Cuba|Republic of Cuba
54|CW|CUW|599|Curaçao|Country of Curaçao
55|CY|CYP|357|Cyprus|Republic of Cyprus
56|CZ|CZE|420|Czechia|Czech Republic
57|DK|DNK|45|Denmark|Kingdom of Denmark
58|DJ|DJI|253|Djibouti|Republic of Djibouti
59|DM|DMA|1|Dominica|Commonwealth of Dominica
60|DO|DOM|1|Dominican Republic|Dominican Republic
61|CD|COD|243|DR Congo|Democratic Republic of the Congo
62|EC|ECU|593|Ecuador|Republic of Ecuador
63|EG|EGY|20|Egypt|Arab Republic of Egypt
64|SV|SLV|503|El Salvador|Republic of El Salvador
65|GQ|GNQ|240|Equatorial Guinea|Republic of Equatorial Guinea
66|ER|ERI|291|Eritrea|State of Eritrea
67|EE|EST|372|Estonia|Republic of Estonia
68|SZ|SWZ|268|Eswatini|Kingdom of Eswatini
69|ET|ETH|251|Ethiopia|Federal Democratic Republic of Ethiopia
70|FK|FLK|500|Falkland Islands|Falkland Islands
71|FO|FRO|298|Faroe Islands|Faroe Islands
72|FJ|FJI|679|Fiji|Republic of Fiji
73|FI|FIN|358|Finland|Republic of Finland
74|FR|FRA|33|France|French Republic
75|GF|GUF|594|French Guiana|Guiana
76|PF|PYF|689|French Polynesia|French Polynesia
77|GA|GAB|241|Gabon|Gabonese Republic
78|GM|GMB|220|Gambia|Republic of the Gambia
79|GE|GEO|995|Georgia|Georgia
80|DE|DEU|49|Germany|Federal Republic of Germany
81|GH|GHA|233|Ghana|Republic of Ghana
82|GI|GIB|350|Gibraltar|Gibraltar
83|GR|GRC|30|Greece|Hellenic Republic
84|GL|GRL|299|Greenland|Greenland
85|GD|GRD|1|Grenada|Grenada
86|GP|GLP|590|Guadeloupe|Guadeloupe
87|GU|GUM|1|Guam|Guam
88|GT|GTM|502|Guatemala|Republic of Guatemala
89|GG|GGY|44|Guernsey|Bailiwick of Guernsey
90|GN|GIN|224|Guinea|Republic of Guinea
91|GW|GNB|245|Guinea-Bissau|Republic of Guinea-Bissau
92|GY|GUY|592|Guyana|Co-operative Republic of Guyana
93|HT|HTI|509|Haiti|Republic of Haiti
94|HN|HND|504|Honduras|Republic of Honduras
95|HK|HKG|852|Hong Kong|Hong Kong Special Administrative Region of the People's Republic of China
96|HU|HUN|36|Hungary|Hungary
97|IS|ISL|354|Iceland|Iceland
98|IN|IND|91|India|Republic of India
99|ID|IDN|62|Indonesia|Republic of Indonesia
100|IR|IRN|98|Iran|Islamic Republic of Iran
101|IQ|IRQ|964|Iraq|Republic of Iraq
102|IE|IRL|353|Ireland|Republic of Ireland
103|IM|IMN|44|Isle of Man|Isle of Man
104|IL|ISR|972|Israel|State of Israel
105|IT|ITA|39|Italy|Italian Republic
106|CI|CIV|225|Ivory Coast|Republic of Côte d'Ivoire
107|JM|JAM|1|Jamaica|Jamaica
108|JP|JPN|81|Japan|Japan
109|JE|JEY|44|Jersey|Bailiwick of Jersey
110|JO|JOR|962|Jordan|Hashemite Kingdom of Jordan
111|KZ|KAZ|7|Kazakhstan|Republic of Kazakhstan
112|KE|KEN|254|Kenya|Republic of Kenya
113|KI|KIR|686|Kiribati|Independent and Sovereign Republic of Kiribati
114|XK|XKX|383|Kosovo|Republic of Kosovo
115|KW|KWT|965|Kuwait|State of Kuwait
116|KG|KGZ|996|Kyrgyzstan|Kyrgyz Republic
117|LA|LAO|856|Laos|Lao People's Democratic Republic
118|LV|LVA|371|Latvia|Republic of Latvia
119|LB|LBN|961|Lebanon|Lebanese Republic
120|LS|LSO|266|Lesotho|Kingdom of Lesotho
121|LR|LBR|231|Liberia|Republic of Liberia
122|LY|LBY|218|Libya|State of Libya
123|LI|LIE|423|Liechtenstein|Principality of Liechtenstein
124|LT|LTU|370|Lithuania|Republic of Lithuania
125|LU|LUX|352|Luxembourg|Grand Duchy of Luxembourg
126|MO|MAC|853|Macau|Macao Special Administrative Region of the People's Republic of China
127|MG|MDG|261|Madagascar|Republic of Madagascar
128|MW|MWI|265|Malawi|Republic of Malawi
129|MY|MYS|60|Malaysia|Malaysia
130|MV|MDV|960|Maldives|Republic of the Maldives
131|ML|MLI|223|Mali|Republic of Mali
132|MT|MLT|356|Malta|Republic of Malta
133|MH|MHL|692|Marshall Islands|Republic of the Marshall Islands
134|MQ|MTQ|596|Martinique|Martinique
135|MR|MRT|222|Mauritania|Islamic Republic of Mauritania
136|MU|MUS|230|Mauritius|Republic of Mauritius
137|YT|MYT|262|Mayotte|Department of Mayotte
138|MX|MEX|52|Mexico|United Mexican States
139|FM|FSM|691|Micronesia|Federated States of Micronesia
140|MD|MDA|373|Moldova|Republic of Moldova
141|MC|MCO|377|Monaco|Principality of Monaco
142|MN|MNG|976|Mongolia|Mongolia
143|ME|MNE|382|Montenegro|Montenegro
144|MS|MSR|1|Montserrat|Montserrat
145|MA|MAR|212|Morocco|Kingdom of Morocco
146|MZ|MOZ|258|Mozambique|Republic of Mozambique
147|MM|MMR|95|Myanmar|Republic of the Union of Myanmar
148|NA|NAM|264|Namibia|Republic of Namibia
149|NR|NRU|674|Nauru|Republic of Nauru
150|NP|NPL|977|Nepal|Federal Democratic Republic of Nepal
151|NL|NLD|31|Netherlands|Kingdom of the Netherlands
152|NC|NCL|687|New Caledonia|New Caledonia
153|NZ|NZL|64|New Zealand|New Zealand
154|NI|NIC|505|Nicaragua|Republic of Nicaragua
155|NE|NER|227|Niger|Republic of Niger
156|NG|NGA|234|Nigeria|Federal Republic of Nigeria
157|NU|NIU|683|Niue|Niue
158|NF|NFK|672|Norfolk Island|Territory of Norfolk Island
159|KP|PRK|850|North Korea|Democratic People's Republic of Korea
160|MK|MKD|389|North Macedonia|Republic of North Macedonia
161|MP|MNP|1|Northern Mariana Islands|Commonwealth of the Northern Mariana Islands
162|NO|NOR|47|Norway|Kingdom of Norway
163|OM|OMN|968|Oman|Sultanate of Oman
164|PK|PAK|92|Pakistan|Islamic Republic of Pakistan
165|PW|PLW|680|Palau|Republic of Palau
166|PS|PSE|970|Palestine|State of Palestine
167|PA|PAN|507|Panama|Republic of Panama
168|PG|PNG|675|Papua New Guinea|Independent State of Papua New Guinea
169|PY|PRY|595|Paraguay|Republic of Paraguay
170|PE|PER|51|Peru|Republic of Peru
171|PH|PHL|63|Philippines|Republic of the Philippines
172|PN|PCN|64|Pitcairn Islands|Pitcairn Group of Islands
173|PL|POL|48|Poland|Republic of Poland
174|PT|PRT|351|Portugal|Portuguese Republic
175|PR|PRI|1|Puerto Rico|Commonwealth of Puerto Rico
176|QA|QAT|974|Qatar|State of Qatar
177|CG|COG|242|Republic of the Congo|Republic of the Congo
178|RE|REU|262|Réunion|Réunion Island
179|RO|ROU|40|Romania|Romania
180|RU|RUS|7|Russia|Russian Federation
181|RW|RWA|250|Rwanda|Republic of Rwanda
182|BL|BLM|590|Saint Barthélemy|Collectivity of Saint Barthélemy
183|SH|SHN|290|Saint Helena, Ascension and Tristan da Cunha|Saint Helena, Ascension and Tristan da Cunha
184|KN|KNA|1|Saint Kitts and Nevis|Federation of Saint Christopher and Nevis
185|LC|LCA|1|Saint Lucia|Saint Lucia
186|MF|MAF|590|Saint Martin|Saint Martin
187|PM|SPM|508|Saint Pierre and Miquelon|Saint Pierre and Miquelon
188|VC|VCT|1|Saint Vincent and the Grenadines|Saint Vincent and the Grenadines
189|WS|WSM|685|Samoa|Independent State of Samoa
190|SM|SMR|378|San Marino|Most Serene Republic of San Marino
191|ST|STP|239|São Tomé and Príncipe|Democratic Republic of São Tomé and Príncipe
192|SA|SAU|966|Saudi Arabia|Kingdom of Saudi Arabia
193|SN|SEN|221|Senegal|Republic of Senegal
194|RS|SRB|381|Serbia|Republic of Serbia
195|SC|SYC|248|Seychelles|Republic of Seychelles
196|SL|SLE|232|Sierra Leone|Republic of Sierra Leone
197|SG|SGP|65|Singapore|Republic of Singapore
198|SX|SXM|1|Sint Maarten|Sint Maarten
199|SK|SVK|421|Slovakia|Slovak Republic
200|SI|SVN|386|Slovenia|Republic of Slovenia
201|SB|SLB|677|Solomon Islands|Solomon Islands
202|SO|SOM|252|Somalia|Federal Republic of Somalia
203|ZA|ZAF|27|South Africa|Republic of South Africa
204|KR|KOR|82|South Korea|Republic of Korea
205|SS|SSD|211|South Sudan|Republic of South Sudan
206|ES|ESP|34|Spain|Kingdom of Spain
207|LK|LKA|94|Sri Lanka|Democratic Socialist Republic of Sri Lanka
208|SD|SDN|249|Sudan|Republic of the Sudan
209|SR|SUR|597|Suriname|Republic of Suriname
210|SJ|SJM|47|Svalbard and Jan Mayen|Svalbard og Jan Mayen
211|SE|SWE|46|Sweden|Kingdom of Sweden
212|CH|CHE|41|Switzerland|Swiss Confederation
213|SY|SYR|963|Syria|Syrian Arab Republic
214|TW|TWN|886|Taiwan|Republic of China (Taiwan)
215|TJ|TJK|992|Tajikistan|Republic of Tajikistan
216|TZ|TZA|255|Tanzania|United Republic of Tanzania
217|TH|THA|66|Thailand|Kingdom of Thailand
218|TL|TLS|670|Timor-Leste|Democratic Republic of Timor-Leste
219|TG|TGO|228|Togo|Togolese Republic
220|TK|TKL|690|Tokelau|Tokelau
221|TO|TON|676|Tonga|Kingdom of Tonga
222|TT|TTO|1|Trinidad and Tobago|Republic of Trinidad and Tobago
223|TN|TUN|216|Tunisia|Tunisian Republic
224|TR|TUR|90|Türkiye|Republic of Türkiye
225|TM|TKM|993|Turkmenistan|Turkmenistan
226|TC|TCA|1|Turks and Caicos Islands|Turks and Caicos Islands
227|TV|TUV|688|Tuvalu|Tuvalu
228|UG|UGA|256|Uganda|Republic of Uganda
229|UA|UKR|380|Ukraine|Ukraine
230|AE|ARE|971|United Arab Emirates|United Arab Emirates
231|GB|GBR|44|United Kingdom|United Kingdom of Great Britain and Northern Ireland
232|US|USA|1|United States|United States of America
233|VI|VIR|1|United States Virgin Islands|Virgin Islands of the United States
234|UY|URY|598|Uruguay|Oriental Republic of Uruguay
235|UZ|UZB|998|Uzbekistan|Republic of Uzbekistan
236|VU|VUT|678|Vanuatu|Republic of Vanuatu
237|VA|VAT|39|Vatican City|Vatican City State
238|VE|VEN|58|Venezuela|Bolivarian Republic of Venezuela
239|VN|VNM|84|Vietnam|Socialist Republic of Vietnam
240|WF|WLF|681|Wallis and Futuna|Territory of the Wallis and Futuna Islands
241|EH|ESH|212|Western Sahara|Sahrawi Arab Democratic Republic
242|YE|YEM|967|Yemen|Republic of Yemen
243|ZM|ZMB|260|Zambia|Republic of Zambia
244|ZW|ZWE|263|Zimbabwe|Republic of Zimbabwe
`;
