import { useEffect, useState } from "react";
import NotFound from "../../app/routes/NotFound.tsx";

/** Of the address that this document was loaded for, whatever was come to within it since. */
const loadedFor = (): string => {
  const [loading] = performance.getEntriesByType("navigation");
  return new URL(loading?.name ?? window.location.href).pathname;
};

/** Where the address of another document was come to within this one, that document is opened. Whoever was answered with this one there would be again: there is no such page. */
const ToBook = () => {
  const [isMissing] = useState(() => loadedFor() === window.location.pathname);
  useEffect(() => {
    if (!isMissing) window.location.replace(window.location.pathname + window.location.search);
  }, [isMissing]);
  if (isMissing) return <NotFound />;
  return <div className="start" role="status" aria-busy="true" aria-label="Loading" />;
};

export default ToBook;
