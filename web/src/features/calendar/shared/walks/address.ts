type Address = { address1: string; address2: string; city: string; state: string; zipcode: string };
/** "12 Elm St, Unit 3, Seattle WA 98101". */
export const addressText = ({ address1, address2, city, state, zipcode }: Address): string =>
  [address1, address2, [city, state, zipcode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
