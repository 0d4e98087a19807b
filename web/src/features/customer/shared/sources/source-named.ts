const plain = (text: string): string => text.trim().toLowerCase();

/** The one that is called this already, however it is written. */
export const sourceNamed = <S extends { sourceName: string }>(sources: readonly S[], name: string): S | undefined =>
  sources.find(({ sourceName }) => plain(sourceName) === plain(name));
