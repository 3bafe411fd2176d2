#include "analyzer/lab/self_check_json.h"

#include <QJsonArray>
#include <QString>

#include <map>

namespace uaescope::lab {
namespace {

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }
qint64 count(std::uint64_t value) { return static_cast<qint64>(value); }

QJsonArray filesOf(const SelfCheck& check) {
    // The same keys in both, with zeros where one knows nothing of the call.
    core::TrafficByFile counted = check.counted;
    core::TrafficByFile recorded = check.recorded;
    for (const auto& [key, traffic] : check.recorded) counted.try_emplace(key);
    for (const auto& [key, traffic] : check.counted) recorded.try_emplace(key);
    std::map<std::string, QJsonArray> calls;
    for (const auto& [key, traffic] : counted) {
        const core::Traffic& ours = recorded.at(key);
        calls[key.path].append(QJsonObject{{"name", text(key.call)},
                                           {"counted", count(traffic.calls)},
                                           {"recorded", count(ours.calls)},
                                           {"counted_bytes", count(traffic.bytes)},
                                           {"recorded_bytes", count(ours.bytes)}});
    }
    QJsonArray files;
    for (const auto& [path, array] : calls) files.append(QJsonObject{{"path", text(path)}, {"calls", array}});
    return files;
}

} // namespace

QJsonObject selfCheckDocument(const std::vector<SelfCheck>& checks) {
    QJsonArray setups;
    bool good = true;
    for (const SelfCheck& check : checks) {
        good = good && check.isGood();
        setups.append(QJsonObject{{"setup", text(check.setup)},
                                  {"storage", text(check.storage)},
                                  {"good", check.isGood()},
                                  {"dropped", count(check.dropped)},
                                  {"retried", text(check.retried)},
                                  {"files", filesOf(check)}});
    }
    return {{"schema", "uaescope.self-check/1"}, {"good", good}, {"setups", setups}};
}

} // namespace uaescope::lab
