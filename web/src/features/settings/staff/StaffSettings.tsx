import { useParams } from "react-router";
import NotInThisVersion from "../../../app/NotInThisVersion.tsx";
import { ClockPage } from "../clock/ClockPage.tsx";
import { Hours } from "./Hours.tsx";
import { Payroll } from "./Payroll.tsx";
import { Roles } from "./Roles.tsx";
import { StaffList } from "./StaffList.tsx";

/** /setting/staff/{panel?} */
const StaffSettings = () => {
  const { panel } = useParams();
  if (panel === undefined || panel === "list") return <StaffList />;
  if (panel === "hours") return <Hours />;
  if (panel === "clock") return <ClockPage />;
  if (panel === "payroll") return <Payroll />;
  return panel === "roles" ? <Roles /> : <NotInThisVersion />;
};

export default StaffSettings;
