import { useEffect, useState } from "react";
import NotFound from "../../app/routes/NotFound.tsx";
import { loadOnce } from "../../ui/page/broken.ts";

/** Where the address of another document was come to within this one: that document is opened, in the place of this one. Where there is none, there is no such page. */
const ToBook = () => {
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const { pathname, search } = window.location;
    if (!loadOnce(() => window.location.replace(pathname + search))) setMissing(true);
  }, []);
  if (isMissing) return <NotFound />;
  return <div className="start" role="status" aria-busy="true" aria-label="Loading" />;
};

export default ToBook;
