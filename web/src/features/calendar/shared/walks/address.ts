type Known = { customerAddressId: string; isPrimary: boolean };
/** The address that a visit names, else the client's primary one. */
export const addressOf = <A extends Known>(addresses: readonly A[], addressId: string): A | undefined =>
  addresses.find(({ customerAddressId: id }) => id === addressId) ?? addresses.find(({ isPrimary }) => isPrimary) ?? addresses[0];

export const wayTo = (place: string): string =>
  `https://www.google.com/maps/dir/?api=1&travelmode=walking&destination=${encodeURIComponent(place)}`;
