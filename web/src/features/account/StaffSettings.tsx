import { useParams } from "react-router";
import NotInThisVersion from "../../app/routes/NotInThisVersion.tsx";
import { Hours } from "../calendar/schedules/Hours.tsx";
import { ClockPage } from "./clock/ClockPage.tsx";
import { Payroll } from "./payroll-settings/Payroll.tsx";
import { Roles } from "./roles/Roles.tsx";
import { StaffList } from "./staff/StaffList.tsx";

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
