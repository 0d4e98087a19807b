import { useEffect } from "react";

/** Where the address of another document was come to within this one: that document is opened. */
const ToBook = () => {
  useEffect(() => window.location.reload(), []);
  return <div className="start" role="status" aria-busy="true" aria-label="Loading" />;
};

export default ToBook;
