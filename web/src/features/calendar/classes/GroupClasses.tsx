import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { ClassList } from "./ClassList.tsx";
import { ClassPage } from "./ClassPage.tsx";

const start = { class: "" };

/** /calendar/groupClass: the classes of the shop; with one in the address, its sessions and who is in it. */
const GroupClasses = () => {
  const [{ class: id }] = useQueryState(start);
  return /^\d+$/.test(id) ? <ClassPage key={id} id={id} /> : <ClassList />;
};

export default GroupClasses;
