// A hardfile's bytes, wherever they are. Knows nothing of blocks.
#pragma once

#include "hardfiles/bytes.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace uaescope::hardfiles {

class Image {
public:
    virtual ~Image() = default;

    // What messages call the image.
    virtual const std::string& name() const = 0;
    virtual std::uint64_t size() const = 0;

    // Both move all bytes or throw: FormatError past the end, EnvironmentError or Error when the host refuses.
    virtual void read(std::uint64_t offset, MutableBytes into) const = 0;
    virtual void write(std::uint64_t offset, ConstBytes bytes) = 0;
    // Returns when what was written is on the medium.
    virtual void sync() {}
    // From an offset on, where something other than zeros may be: the offset itself where that is not known, the size
    // or more when there is nothing.
    virtual std::uint64_t nextData(std::uint64_t offset) const { return offset; }

protected:
    void requireRange(std::uint64_t offset, std::uint64_t count) const;
};

class MemoryImage : public Image {
public:
    explicit MemoryImage(std::size_t size, std::uint8_t fill = 0, std::string name = "memory")
        : m_name(std::move(name)), m_bytes(size, fill) {}

    const std::string& name() const override { return m_name; }
    std::uint64_t size() const override { return m_bytes.size(); }
    void read(std::uint64_t offset, MutableBytes into) const override;
    void write(std::uint64_t offset, ConstBytes bytes) override;

    Bytes& bytes() { return m_bytes; }

private:
    std::string m_name;
    Bytes m_bytes;
};

// A regular file of the host. Owns the descriptor.
class FileImage : public Image {
public:
    enum class Access { readOnly, readWrite };

    // Throws Error when the file cannot be opened, and for everything that is not a regular file.
    FileImage(const std::filesystem::path& file, Access access);
    // Takes over an open descriptor of a regular file or block device.
    FileImage(int descriptor, std::string name);
    ~FileImage() override;
    FileImage(const FileImage&) = delete;
    FileImage& operator=(const FileImage&) = delete;

    const std::string& name() const override { return m_name; }
    std::uint64_t size() const override { return m_size; }
    void read(std::uint64_t offset, MutableBytes into) const override;
    void write(std::uint64_t offset, ConstBytes bytes) override;

    // Grows or shrinks; what is new reads as zeros and takes no room.
    void resize(std::uint64_t size);
    void sync() override;
    std::uint64_t nextData(std::uint64_t offset) const override;
    int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
    std::string m_name;
    std::uint64_t m_size = 0;
};

// The error for a host call that failed with this errno while doing something to a file.
[[noreturn]] void throwHostError(const std::string& file, const std::string& doing, int error);

} // namespace uaescope::hardfiles
