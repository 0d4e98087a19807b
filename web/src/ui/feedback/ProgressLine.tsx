import "./progress-line.css";

/** A thin line at the top while the next page, or what a press opens, is on its way; only after a moment, so that quick moves do not flicker. */
export const ProgressLine = ({ label }: { label: string }) => <div role="progressbar" aria-label={label} className="ll-under-way" />;
