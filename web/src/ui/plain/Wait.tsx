type Props = { width?: string; height: string | number };

/** Holds the place of what is on its way. */
export const Wait = ({ width, height }: Props) => <span className="ll-wait" style={{ width, height }} />;
