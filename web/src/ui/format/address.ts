type Street = { address1: string; address2: string };
type Town = { city: string; state: string; zipcode: string };
type AddressLines = Street & Town;

const joined = (lines: readonly string[]): string => lines.filter(Boolean).join(", ");

/** "12 Elm St, Unit 3". */
export const streetText = ({ address1, address2 }: Street): string => joined([address1, address2]);

/** "Seattle, WA 98101". */
export const townText = ({ city, state, zipcode }: Town): string => joined([city, [state, zipcode].filter(Boolean).join(" ")]);

/** "12 Elm St, Unit 3, Seattle, WA 98101". */
export const addressText = (address: AddressLines): string => joined([streetText(address), townText(address)]);

type Known = { customerAddressId: string; isPrimary: boolean };
/** The address that a visit names, else the client's primary one. */
export const addressOf = <A extends Known>(addresses: readonly A[], addressId: string): A | undefined =>
  addresses.find(({ customerAddressId: id }) => id === addressId) ?? addresses.find(({ isPrimary }) => isPrimary) ?? addresses[0];

/** As a visit names one of them: the primary one goes without its number, so that the visit goes along when the client moves. */
export const namedAs = (addresses: readonly Known[], id: string): string =>
  addresses.some(({ customerAddressId, isPrimary }) => customerAddressId === id && isPrimary) ? "0" : id;

/** Whether the client still has the address that a visit names. */
export const isTheirs = (addresses: readonly Known[], addressId: string): boolean =>
  addressId === "0" || addresses.some(({ customerAddressId }) => customerAddressId === addressId);
