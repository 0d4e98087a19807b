import { ConfirmHost } from "./Confirm.tsx";
import Toasts from "./Toasts.tsx";

/** What may appear above any page; loaded after the first one. */
const Overlays = () => (
  <>
    <Toasts />
    <ConfirmHost />
  </>
);

export default Overlays;
