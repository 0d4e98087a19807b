/** What a pet's label says to a scanner. */
export const petCode = (petId: string): string => `P${petId}`;

/** The pet that a scanned label means (Code 39 may come with its stars); undefined for what somebody typed, and for no id. */
export const petOfCode = (text: string): string | undefined => /^\*?P(\d{1,18})\*?$/i.exec(text.trim())?.[1];
