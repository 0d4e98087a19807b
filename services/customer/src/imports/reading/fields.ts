/** What a column of a file may hold, and by which headers it is known. */
export type Field = { key: FieldKey; label: string; group: "client" | "address" | "pet"; headers: readonly string[] };

const list = [
  [
    "first_name",
    "First name",
    "client",
    ["first name", "firstname", "given name", "client first name", "owner first name", "customer first name", "owner first"],
  ],
  [
    "last_name",
    "Last name",
    "client",
    ["last name", "lastname", "surname", "family name", "client last name", "owner last name", "customer last name", "owner last"],
  ],
  [
    "full_name",
    "Full name",
    "client",
    [
      "name",
      "full name",
      "client",
      "client name",
      "owner",
      "owner name",
      "owners name",
      "customer",
      "customer name",
      "pet parent",
      "pet parent name",
    ],
  ],
  [
    "email",
    "Email",
    "client",
    ["email", "e mail", "email address", "e mail address", "mail", "owner email", "client email", "primary email"],
  ],
  [
    "phone_number",
    "Phone",
    "client",
    [
      "phone",
      "phone number",
      "mobile",
      "mobile phone",
      "mobile number",
      "cell",
      "cell phone",
      "telephone",
      "tel",
      "owner phone",
      "primary phone",
      "contact number",
      "client phone",
    ],
  ],
  ["client_tag", "Tag", "client", ["tag", "tags", "client tag", "label", "client tags"]],
  [
    "client_note",
    "Client note",
    "client",
    ["note", "notes", "client note", "client notes", "comment", "comments", "remarks", "owner notes"],
  ],
  [
    "client_external_id",
    "Client number in the old system",
    "client",
    ["client id", "customer id", "owner id", "clientid", "customerid", "ownerid", "account number", "client number"],
  ],
  ["address1", "Address", "address", ["address", "address 1", "address1", "street", "street address", "address line 1"]],
  ["address2", "Address, second line", "address", ["address 2", "address2", "apt", "apartment", "unit", "suite", "address line 2"]],
  ["city", "City", "address", ["city", "town", "suburb"]],
  ["state", "State", "address", ["state", "province", "region", "county"]],
  ["zipcode", "ZIP code", "address", ["zip", "zip code", "zipcode", "postcode", "postal code", "post code"]],
  ["country", "Country", "address", ["country"]],
  [
    "pet_name",
    "Pet name",
    "pet",
    ["pet name", "pet", "petname", "animal name", "animals name", "animal", "dog name", "dogs name", "cat name", "patient name"],
  ],
  ["pet_type", "Pet type", "pet", ["species", "pet type", "type", "animal type", "type of pet", "kind"]],
  ["breed", "Breed", "pet", ["breed", "primary breed", "pet breed", "breed 1", "main breed", "dog breed"]],
  ["secondary_breed", "Second breed", "pet", ["secondary breed", "second breed", "breed 2", "mixed with"]],
  ["gender", "Gender", "pet", ["gender", "sex", "pet gender", "pet sex"]],
  ["birthday", "Birthday", "pet", ["birthday", "birth date", "date of birth", "dob", "birthdate", "pet birthday", "pet dob", "born"]],
  [
    "weight",
    "Weight",
    "pet",
    [
      "weight",
      "pet weight",
      ...["lb", "lbs", "pounds", "kg", "kgs", "kilograms"].flatMap((unit) => [`weight ${unit}`, `weight in ${unit}`, `pet weight ${unit}`]),
    ],
  ],
  ["color", "Color", "pet", ["color", "colour", "coat color", "coat colour", "markings", "pet color"]],
  ["coat_type", "Coat", "pet", ["coat", "coat type", "hair", "hair length", "coat length"]],
  ["fixed", "Spayed or neutered", "pet", ["fixed", "spayed neutered", "neutered", "spayed", "altered", "spayed or neutered", "sterilized"]],
  [
    "license_number",
    "License number",
    "pet",
    [
      "license number",
      "licence number",
      "license no",
      "licence no",
      "license",
      "licence",
      "license #",
      "license id",
      "tag number",
      "registration number",
    ],
  ],
  [
    "license_issue_date",
    "License issue date",
    "pet",
    ["license issue date", "licence issue date", "issue date", "license date", "date issued", "issued", "license issued"],
  ],
  ["microchip_number", "Microchip", "pet", ["microchip", "microchip number", "chip", "chip number", "microchip id"]],
  ["health_issues", "Health", "pet", ["health", "health issues", "medical", "medical notes", "allergies", "medical conditions"]],
  ["behavior", "Behavior", "pet", ["behavior", "behaviour", "temperament", "behavior notes"]],
  ["pet_note", "Pet note", "pet", ["pet note", "pet notes", "animal notes", "grooming notes"]],
  ["vet_name", "Vet", "pet", ["vet", "vet name", "veterinarian", "veterinary clinic", "clinic"]],
  ["vet_phone_number", "Vet's phone", "pet", ["vet phone", "vet phone number", "veterinarian phone", "clinic phone"]],
  ["pet_external_id", "Pet number in the old system", "pet", ["pet id", "petid", "animal id", "patient id", "pet number"]],
] as const;

export type FieldKey = (typeof list)[number][0];

export const fields: readonly Field[] = list.map(([key, label, group, headers]) => ({ key, label, group, headers }));
const keys = new Set<string>(fields.map((f) => f.key));
export const isField = (key: string): key is FieldKey => keys.has(key);

/** A header as it is compared: lower case words, apostrophes and punctuation gone. */
export const plainHeader = (header: string): string =>
  header
    .toLowerCase()
    .replace(/['’`]/g, "")
    .replace(/[^a-z0-9#]+/g, " ")
    .trim();

const byHeader = new Map(fields.flatMap((field) => field.headers.map((header) => [plainHeader(header), field.key] as const)));
export const fieldOfHeader = (header: string): FieldKey | null => byHeader.get(plainHeader(header)) ?? null;
