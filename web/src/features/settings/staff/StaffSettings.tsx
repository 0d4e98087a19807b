import { useParams } from "react-router";
import NotInThisVersion from "../../../app/NotInThisVersion.tsx";
import { Hours } from "./Hours.tsx";
import { Roles } from "./Roles.tsx";
import { StaffList } from "./StaffList.tsx";

/** /setting/staff/{panel?} */
const StaffSettings = () => {
  const { panel } = useParams();
  if (panel === undefined || panel === "list") return <StaffList />;
  if (panel === "hours") return <Hours />;
  return panel === "roles" ? <Roles /> : <NotInThisVersion />;
};

export default StaffSettings;
