type Named = { firstName: string; lastName: string; ownerUnknown?: boolean };

/** A client's name as people say it; one that an import made for a pet without an owner says so. */
export const clientName = (client: Named): string =>
  `${client.firstName} ${client.lastName}`.trim() || (client.ownerUnknown ? "Owner unknown" : "No name");
