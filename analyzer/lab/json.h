// Reports and comparisons as JSON for programs. Member names are stable; times are nanoseconds, sizes bytes. A figure
// that was not measured, is below resolution or is invalid is null, with its state beside it.
#pragma once

#include "analyzer/core/compare.h"
#include "analyzer/core/report.h"
#include "analyzer/lab/batch.h"
#include "analyzer/lab/doctor.h"

#include <QJsonObject>
#include <string>

namespace uaescope::lab {

QJsonObject reportDocument(const core::Report& report);                              // uaescope.report/1
QJsonObject reportsDocument(const std::vector<core::Report>& reports);               // uaescope.reports/1
QJsonObject hostDocument(const core::Report& twin);                                  // uaescope.host/1
QJsonObject runDocument(const std::vector<RunResult>& runs);                         // uaescope.run/1
QJsonObject compareDocument(const Batch& batch, const core::Comparison& comparison); // uaescope.compare/1

QJsonObject doctorDocument(const std::vector<Finding>& findings); // uaescope.doctor/1

std::string jsonText(const QJsonObject& document); // indented, ends with a line end

} // namespace uaescope::lab
